package com.example.tools.fees;

import com.example.tools.model.Tool;

/** Charges a share of the tool's value per late day, up to a limit. */
public class ValueShareRule extends FeeRule {
    private static final int PERCENT = 100;

    private final int percentPerDay;
    private final int limitInCents;

    public ValueShareRule(int graceDays, int percentPerDay, int limitInCents) {
        super("share of value", graceDays);
        this.percentPerDay = percentPerDay;
        this.limitInCents = limitInCents;
    }

    @Override
    protected int feeForDays(Tool tool, int lateDays) {
        int fee = tool.valueInCents() * percentPerDay / PERCENT * lateDays;
        return Math.min(fee, limitInCents);
    }

    @Override
    public String describe() {
        return super.describe() + ", " + percentPerDay + "% per day";
    }
}
