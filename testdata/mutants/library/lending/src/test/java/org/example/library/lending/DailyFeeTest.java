package org.example.library.lending;

import static org.junit.Assert.assertEquals;

import java.time.LocalDate;
import org.example.library.model.Disc;
import org.example.library.model.Loan;
import org.example.library.model.Member;
import org.example.library.model.MemberKind;
import org.junit.Test;

public class DailyFeeTest {
    private final LocalDate due = LocalDate.of(2024, 5, 1);
    private final Loan loan = new Loan(new Disc("Waves", 42), new Member("Ada", MemberKind.ADULT), due);

    @Test
    public void takesCentsForEachDay() {
        assertEquals(45, new DailyFee().feeOf(loan, due.plusDays(3)));
    }

    @Test
    public void hasALimit() {
        assertEquals(900, new DailyFee().feeOf(loan, due.plusDays(365)));
    }

    @Test
    public void describesItself() {
        assertEquals("daily, 15 cents", new DailyFee().describe());
    }
}
