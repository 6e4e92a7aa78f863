package org.example.library.lending;

import static org.example.library.lending.Limits.CENTS_A_DAY;

import java.time.LocalDate;
import org.example.library.model.Loan;

public class DailyFee extends FeePolicy {
    @Override
    public int feeOf(Loan loan, LocalDate today) {
        return capped(loan.daysLate(today) * CENTS_A_DAY);
    }

    @Override
    public String describe() {
        return "daily, " + CENTS_A_DAY + " cents";
    }
}
