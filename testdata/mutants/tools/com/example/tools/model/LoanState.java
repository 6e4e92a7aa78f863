package com.example.tools.model;

import java.time.LocalDate;

/** Where a tool currently is. */
public sealed interface LoanState {
    String toolId();

    default boolean isOut() {
        return false;
    }

    record OnShelf(String toolId) implements LoanState {
    }

    record Lent(String toolId, String borrower, LocalDate since, LocalDate due) implements LoanState {
        @Override
        public boolean isOut() {
            return true;
        }

        public boolean isOverdue(LocalDate today) {
            return today.isAfter(due);
        }
    }
}
