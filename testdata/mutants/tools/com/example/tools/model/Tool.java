package com.example.tools.model;

/** A tool that a neighbour has put on the shared shelf. */
public record Tool(String id, String name, Category category, String owner, int valueInCents) {
    public static final int MAX_VALUE_IN_CENTS = 200_000;

    public Tool {
        if (valueInCents < 0 || valueInCents > MAX_VALUE_IN_CENTS) {
            throw new IllegalArgumentException("value out of range: " + valueInCents);
        }
    }

    public boolean isOwnedBy(String neighbour) {
        return owner.equalsIgnoreCase(neighbour);
    }

    /** The shelf a tool is kept on; decides how long it may stay away. */
    public enum Category {
        HAND, POWER, GARDEN, LADDER;

        public int maxLoanDays() {
            return switch (this) {
                case HAND -> 21;
                case POWER -> 5;
                case GARDEN -> 10;
                case LADDER -> 3;
            };
        }
    }
}
