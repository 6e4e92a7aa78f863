package com.example.kiosk.pricing;

public final class Money {
    private final int cents;

    private Money(int cents) {
        this.cents = cents;
    }

    public static Money ofCents(int cents) {
        return new Money(cents);
    }

    public int cents() {
        return cents;
    }

    public String format() {
        return cents / 100 + "." + cents % 100;
    }
}
