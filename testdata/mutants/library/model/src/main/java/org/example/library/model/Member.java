package org.example.library.model;

public class Member {
    private final String name;
    private final MemberKind kind;

    public Member(String name, MemberKind kind) {
        this.name = name;
        this.kind = kind;
    }

    public String getName() {
        return name;
    }

    public MemberKind getKind() {
        return kind;
    }

    public int maxLoans() {
        return switch (kind) {
            case ADULT -> 5;
            case CHILD -> 3;
            case STAFF -> 20;
        };
    }
}
