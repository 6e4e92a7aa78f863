package com.example.kiosk.pricing;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import org.junit.Test;

public class MoneyTest {
    @Test
    public void formatsCents() {
        assertThat(Money.ofCents(345).format(), is("3.45"));
    }

    @Test
    public void converts() {
        assertThat(Rates.convert(Money.ofCents(2), 3).cents(), is(6));
    }
}
