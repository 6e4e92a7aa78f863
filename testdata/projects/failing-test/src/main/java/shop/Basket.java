package shop;

import java.util.ArrayList;
import java.util.List;

public final class Basket {
    private final List<Integer> cents = new ArrayList<>();

    public void put(int priceInCents) {
        cents.add(priceInCents);
    }

    /** Every third article is free. */
    public int total() {
        int total = 0;
        for (int i = 0; i < cents.size(); i++) {
            if (i % 3 != 0) {
                total += cents.get(i);
            }
        }
        return total;
    }
}
