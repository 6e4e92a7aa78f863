package com.example.tools.service;

/** Raised when a loan or a return cannot go ahead. */
public class LendingException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    public LendingException(Reason reason, String toolId) {
        super(textFor(reason) + ": " + toolId);
        this.reason = reason;
    }

    public Reason getReason() {
        return reason;
    }

    private static String textFor(Reason reason) {
        return switch (reason) {
            case UNKNOWN_TOOL -> "no such tool";
            case NOT_AVAILABLE -> "tool is not on the shelf";
            case NOT_LENT -> "tool is not lent to anyone";
            case OWN_TOOL -> "owners need not borrow their own tool";
            case TOO_LONG -> "loan is longer than the shelf allows";
        };
    }

    public enum Reason {
        UNKNOWN_TOOL, NOT_AVAILABLE, NOT_LENT, OWN_TOOL, TOO_LONG
    }
}
