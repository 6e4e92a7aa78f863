package com.example.tools.ui;

import com.example.tools.data.CachingRepository;
import com.example.tools.data.InMemoryRepository;
import com.example.tools.fees.FeeRule;
import com.example.tools.fees.ValueShareRule;
import com.example.tools.model.LoanState;
import com.example.tools.model.Tool;
import com.example.tools.service.LendingException;
import com.example.tools.service.LendingService;
import com.example.tools.core.Formats;

import java.time.LocalDate;

/** Plays through a few weeks of lending in one street. */
public final class Main {
    private static final LocalDate START = LocalDate.of(2024, 4, 1);

    private Main() {
    }

    public static void main(String[] args) {
        FeeRule rule = args.length > 0 && args[0].equals("daily")
                ? new FeeRule.Daily()
                : new ValueShareRule(2, 1, 1_500);
        CachingRepository<String, Tool> tools =
                new CachingRepository<>(new InMemoryRepository<>(Tool::id), Tool::id);
        LendingService service = new LendingService(tools, new InMemoryRepository<>(LoanState::toolId), rule);
        service.addListener((tool, loan) -> System.out.println(loan.borrower() + " takes the " + tool.name()));

        service.register(new Tool("t1", "cordless drill", Tool.Category.POWER, "Marta", 12_900));
        service.register(new Tool("t2", "hedge shears", Tool.Category.GARDEN, "Ivo", 3_450));
        service.register(new Tool("t3", "folding ladder", Tool.Category.LADDER, "Marta", 8_000));
        service.register(new Tool("t4", "spirit level", Tool.Category.HAND, "Lena", 1_800));

        Presenter presenter = new Presenter(service);
        System.out.println("Rule: " + rule.describe());
        try {
            service.lend("t1", "Ivo", START);
            service.lend("t2", "Lena", START, 7);
            System.out.print(presenter.overview(START.plusDays(9)));
            int fee = service.takeBack("t1", START.plusDays(9));
            System.out.println("Into the jar: " + Formats.money(fee));
            service.lend("t3", "Marta", START);
        } catch (LendingException e) {
            System.out.println("Sorry, " + e.getMessage() + " [" + e.getReason() + "]");
        }
        System.out.println("Cache hits: " + tools.cacheStats().hits());
    }

    /** Turns the state of the library into lines of text. */
    static class Presenter {
        private static final int NAME_WIDTH = 18;

        private final LendingService service;

        Presenter(LendingService service) {
            this.service = service;
        }

        String overview(LocalDate today) {
            StringBuilder text = new StringBuilder();
            for (Tool tool : service.allTools()) {
                text.append(line(tool)).append('\n');
            }
            text.append("Overdue: ").append(service.overdue(today).size()).append('\n');
            return text.toString();
        }

        private String line(Tool tool) {
            return Formats.padRight(tool.name(), NAME_WIDTH) + line(service.stateOf(tool.id()));
        }

        private String line(LoanState state) {
            if (state instanceof LoanState.Lent lent) {
                return "with " + lent.borrower() + " until " + Formats.day(lent.due());
            }
            return "on the shelf";
        }
    }
}
