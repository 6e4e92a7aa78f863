package com.example.kiosk.pricing;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class TaxTest {
    @Test
    public void taxesFood() {
        assertEquals(10, Tax.LOW.of(Money.ofCents(200)).cents());
    }

    @Test
    public void taxesTheRest() {
        assertEquals("0.40", Tax.FULL.of(Money.ofCents(200)).format());
    }
}
