package org.example.library.lending;

import java.time.LocalDate;
import org.example.library.model.Loan;
import org.example.library.model.MemberKind;

public class FreeForStaff extends FeePolicy {
    private final FeePolicy other;

    public FreeForStaff(FeePolicy other) {
        this.other = other;
    }

    @Override
    public int feeOf(Loan loan, LocalDate today) {
        if (loan.member().getKind() == MemberKind.STAFF) {
            return 0;
        }
        return other.feeOf(loan, today);
    }
}
