package org.example.library.model;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class IsbnTest {
    @Test
    public void acceptsRightChecksum() {
        assertTrue(Isbn.isValid("9780306406157"));
    }

    @Test
    public void refusesWrongChecksum() {
        assertFalse(Isbn.isValid("9780306406158"));
    }

    @Test
    public void dropsHyphens() {
        assertEquals("9780306406157", Isbn.parse("978-0-306-40615-7").toString());
    }
}
