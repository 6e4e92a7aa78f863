package com.example.tools.fees;

import com.example.tools.model.LoanState;
import com.example.tools.model.Tool;
import com.example.tools.core.Formats;

import java.time.LocalDate;

/** Works out what a late borrower puts into the repair jar. */
public abstract class FeeRule {
    private final String label;
    private final int graceDays;

    protected FeeRule(String label, int graceDays) {
        this.label = label;
        this.graceDays = graceDays;
    }

    public final int feeFor(Tool tool, LoanState.Lent loan, LocalDate returned) {
        int lateDays = Formats.daysBetween(loan.due(), returned) - graceDays;
        return lateDays <= 0 ? 0 : feeForDays(tool, lateDays);
    }

    protected abstract int feeForDays(Tool tool, int lateDays);

    public String describe() {
        return label + " (" + graceDays + " days of grace)";
    }

    /** The same amount for each late day, depending on the shelf. */
    public static class Daily extends FeeRule {
        private static final int NO_GRACE = 0;

        public Daily() {
            super("daily fee", NO_GRACE);
        }

        @Override
        protected int feeForDays(Tool tool, int lateDays) {
            int perDay = switch (tool.category()) {
                case HAND -> 20;
                case GARDEN -> 50;
                case POWER, LADDER -> 100;
            };
            return perDay * lateDays;
        }
    }
}
