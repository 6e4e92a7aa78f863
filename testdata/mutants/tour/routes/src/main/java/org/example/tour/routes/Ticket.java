package org.example.tour.routes;

import java.util.Objects;

public class Ticket {
    private final String holder;
    private final int cents;

    public Ticket(String holder, int cents) {
        this.holder = Objects.requireNonNull(holder);
        this.cents = cents;
    }

    public String getHolder() {
        return holder;
    }

    public int getCents() {
        return cents;
    }

    public Ticket reduced(int percent) {
        return new Ticket(holder, cents - cents * percent / 100);
    }
}
