package org.example.library.reports;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.time.LocalDate;
import java.util.Collections;
import org.example.library.lending.DailyFee;
import org.example.library.lending.Lending;
import org.example.library.model.Disc;
import org.example.library.model.Member;
import org.example.library.model.MemberKind;
import org.junit.Test;

public class OverdueTest {
    private final LocalDate today = LocalDate.of(2024, 5, 1);

    @Test
    public void listsWhatIsLate() {
        Lending lending = new Lending(new DailyFee());
        lending.lend(new Disc("Waves", 42), new Member("Ines", MemberKind.CHILD), today);
        Report report = new Overdue(lending, today.plusDays(24));
        assertEquals(Collections.singletonList("Ines;Waves;3"), report.lines());
    }

    @Test
    public void isEmptyAtFirst() {
        assertTrue(new Overdue(new Lending(new DailyFee()), today).lines().isEmpty());
    }
}
