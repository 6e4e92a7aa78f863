package org.example.library.model;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

public class Loan {
    private final Media media;
    private final Member member;
    private final LocalDate due;

    public Loan(Media media, Member member, LocalDate due) {
        this.media = media;
        this.member = member;
        this.due = due;
    }

    public Media media() {
        return media;
    }

    public Member member() {
        return member;
    }

    public LocalDate due() {
        return due;
    }

    public boolean isOverdue(LocalDate today) {
        return today.isAfter(due);
    }

    public long daysLate(LocalDate today) {
        return Math.max(0, ChronoUnit.DAYS.between(due, today));
    }
}
