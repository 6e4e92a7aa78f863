package org.example.library.lending;

public final class Limits {
    public static final int LOAN_DAYS = 21;
    public static final int CENTS_A_DAY = 15;
    public static final int MAX_FEE = 900;

    private Limits() {
    }
}
