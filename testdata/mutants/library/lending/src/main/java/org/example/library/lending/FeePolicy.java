package org.example.library.lending;

import org.example.library.model.Loan;
import java.time.LocalDate;

public abstract class FeePolicy {
    public abstract int feeOf(Loan loan, LocalDate today);

    protected int capped(long cents) {
        return (int) Math.min(cents, Limits.MAX_FEE);
    }

    public String describe() {
        return getClass().getSimpleName();
    }
}
