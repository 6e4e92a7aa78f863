package org.example.library.reports;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.example.library.lending.Lending;
import org.example.library.model.Loan;

public class Overdue implements Report {
    private final Lending lending;
    private final LocalDate today;

    public Overdue(Lending lending, LocalDate today) {
        this.lending = lending;
        this.today = today;
    }

    @Override
    public String name() {
        return "overdue";
    }

    @Override
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Loan loan : lending.overdue(today)) {
            lines.add(Csv.line(loan.member().getName(), loan.media().title(), loan.daysLate(today)));
        }
        return lines;
    }
}
