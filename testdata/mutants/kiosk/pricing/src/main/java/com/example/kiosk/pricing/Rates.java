package com.example.kiosk.pricing;

import com.google.gson.Gson;
import java.util.Map;

public final class Rates {
    private Rates() {}

    public static Money convert(Money money, int rate) {
        return Money.ofCents(money.cents() * rate);
    }

    public static Map<?, ?> parse(String json) {
        return new Gson().fromJson(json, Map.class);
    }
}
