package org.example.library.lending;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.example.library.model.Loan;
import org.example.library.model.Media;
import org.example.library.model.Member;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public class Lending {
    private static final Logger LOG = LoggerFactory.getLogger(Lending.class);

    private final List<Loan> loans = new ArrayList<>();
    private final FeePolicy fees;

    public Lending(FeePolicy fees) {
        this.fees = fees;
    }

    public Loan lend(Media media, Member member, LocalDate today) {
        if (loansOf(member).size() >= member.maxLoans()) {
            throw new LendingException(member.getName() + " has enough");
        }
        Loan loan = new Loan(media, member, today.plusDays(Limits.LOAN_DAYS));
        loans.add(loan);
        LOG.info("lent {}", media.title());
        return loan;
    }

    public int giveBack(Loan loan, LocalDate today) {
        loans.remove(loan);
        return fees.feeOf(loan, today);
    }

    public List<Loan> loansOf(Member member) {
        return loans.stream().filter(loan -> loan.member() == member).collect(Collectors.toList());
    }

    public List<Loan> overdue(LocalDate today) {
        return loans.stream().filter(loan -> loan.isOverdue(today)).collect(Collectors.toList());
    }
}
