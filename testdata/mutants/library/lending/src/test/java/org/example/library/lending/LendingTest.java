package org.example.library.lending;

import static org.junit.Assert.assertEquals;

import java.time.LocalDate;
import org.example.library.model.Disc;
import org.example.library.model.Loan;
import org.example.library.model.Member;
import org.example.library.model.MemberKind;
import org.junit.Test;

public class LendingTest {
    private final LocalDate today = LocalDate.of(2024, 5, 1);
    private final Lending lending = new Lending(new FreeForStaff(new DailyFee()));
    private final Member child = new Member("Ines", MemberKind.CHILD);

    @Test
    public void lendsForThreeWeeks() {
        Loan loan = lending.lend(new Disc("Waves", 42), child, today);
        assertEquals(today.plusDays(21), loan.due());
    }

    @Test
    public void lendsThreeToAChild() {
        for (int disc = 0; disc < 3; disc++) {
            lending.lend(new Disc("Part " + disc, 50), child, today);
        }
        assertEquals(3, lending.loansOf(child).size());
    }

    @Test(expected = LendingException.class)
    public void refusesTheFourth() {
        for (int disc = 0; disc < 4; disc++) {
            lending.lend(new Disc("Part " + disc, 50), child, today);
        }
    }

    @Test
    public void staffPaysNothing() {
        Loan loan = lending.lend(new Disc("Waves", 42), new Member("Noor", MemberKind.STAFF), today);
        assertEquals(0, lending.giveBack(loan, today.plusDays(90)));
    }
}
