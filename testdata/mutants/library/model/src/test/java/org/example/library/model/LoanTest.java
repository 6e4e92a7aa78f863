package org.example.library.model;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.time.LocalDate;
import org.junit.Test;

public class LoanTest {
    private final LocalDate due = LocalDate.of(2024, 3, 10);
    private final Loan loan = new Loan(new Disc("Waves", 42), new Member("Ines", MemberKind.CHILD), due);

    @Test
    public void isNotOverdueOnTheLastDay() {
        assertFalse(loan.isOverdue(due));
        assertTrue(loan.isOverdue(due.plusDays(1)));
    }

    @Test
    public void countsLateDays() {
        assertEquals(4, loan.daysLate(due.plusDays(4)));
        assertEquals(0, loan.daysLate(due.minusDays(4)));
    }

    @Test
    public void marksShelf() {
        assertEquals("DISC-42", loan.media().shelfMark());
    }
}
