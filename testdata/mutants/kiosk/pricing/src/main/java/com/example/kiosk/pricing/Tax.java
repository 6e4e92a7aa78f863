package com.example.kiosk.pricing;

public enum Tax {
    NONE(0),
    LOW(5),
    FULL(20);

    private final int percent;

    Tax(int percent) {
        this.percent = percent;
    }

    public Money of(Money price) {
        return Money.ofCents(price.cents() * percent / 100);
    }
}
