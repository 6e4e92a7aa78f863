package org.example.library.model;

public enum MemberKind {
    ADULT,
    CHILD,
    STAFF
}
