package com.example.tools.service;

import com.example.tools.data.Repository;
import com.example.tools.fees.FeeRule;
import com.example.tools.model.LoanState;
import com.example.tools.model.Tool;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Lends tools out, takes them back and tells listeners about it. */
public class LendingService {
    private final Repository<String, Tool> tools;
    private final Repository<String, LoanState> states;
    private final FeeRule feeRule;
    private final List<Listener> listeners = new ArrayList<>();

    public LendingService(Repository<String, Tool> tools, Repository<String, LoanState> states, FeeRule feeRule) {
        this.tools = tools;
        this.states = states;
        this.feeRule = feeRule;
    }

    public void addListener(Listener listener) {
        listeners.add(listener);
    }

    public void register(Tool tool) {
        tools.save(tool);
        states.save(new LoanState.OnShelf(tool.id()));
    }

    public LoanState.Lent lend(String toolId, String borrower, LocalDate start) throws LendingException {
        return lend(toolId, borrower, start, requireTool(toolId).category().maxLoanDays());
    }

    public LoanState.Lent lend(String toolId, String borrower, LocalDate start, int days) throws LendingException {
        Tool tool = requireTool(toolId);
        if (tool.isOwnedBy(borrower)) {
            throw new LendingException(LendingException.Reason.OWN_TOOL, toolId);
        }
        if (days > tool.category().maxLoanDays()) {
            throw new LendingException(LendingException.Reason.TOO_LONG, toolId);
        }
        if (stateOf(toolId).isOut()) {
            throw new LendingException(LendingException.Reason.NOT_AVAILABLE, toolId);
        }
        LoanState.Lent loan = new LoanState.Lent(toolId, borrower, start, start.plusDays(days));
        states.save(loan);
        listeners.forEach(listener -> listener.onLent(tool, loan));
        return loan;
    }

    public int takeBack(String toolId, LocalDate today) throws LendingException {
        Tool tool = requireTool(toolId);
        if (!(stateOf(toolId) instanceof LoanState.Lent loan)) {
            throw new LendingException(LendingException.Reason.NOT_LENT, toolId);
        }
        int fee = feeRule.feeFor(tool, loan, today);
        states.save(new LoanState.OnShelf(toolId));
        listeners.forEach(listener -> listener.onReturned(tool, fee));
        return fee;
    }

    public LoanState stateOf(String toolId) {
        return states.find(toolId).orElseGet(() -> new LoanState.OnShelf(toolId));
    }

    public List<Tool> allTools() {
        return tools.findAll().stream().sorted(Comparator.comparing(Tool::name)).toList();
    }

    public List<LoanState.Lent> overdue(LocalDate today) {
        return states.findAll(LoanState::isOut).stream()
                .filter(LoanState.Lent.class::isInstance)
                .map(LoanState.Lent.class::cast)
                .filter(loan -> loan.isOverdue(today))
                .sorted(Comparator.comparing(LoanState.Lent::due))
                .toList();
    }

    private Tool requireTool(String toolId) throws LendingException {
        return tools.find(toolId)
                .orElseThrow(() -> new LendingException(LendingException.Reason.UNKNOWN_TOOL, toolId));
    }

    /** Hears about loans and returns. */
    public interface Listener {
        void onLent(Tool tool, LoanState.Lent loan);

        default void onReturned(Tool tool, int feeInCents) {
        }
    }
}
