package io.verbena.diag.check;

import io.verbena.diag.check.Problem.Kind;
import io.verbena.diag.counters.CounterAgent;
import io.verbena.iba.Lid;
import java.util.List;

/**
 * A port that was checked.
 *
 * @param lid the LID of the port
 * @param port the port number; 255 for the sum of all ports of a switch
 * @param problems the problems
 */
public record CheckedPort(Lid lid, int port, List<Problem> problems) {
    /** Copies the list. */
    public CheckedPort {
        problems = List.copyOf(problems);
    }

    /** Returns whether it stands for all ports of its node. */
    public boolean isSum() {
        return port == CounterAgent.ALL_PORTS;
    }

    /** Returns whether the port has a problem other than its counters. */
    public boolean isBad() {
        return problems.stream().anyMatch(problem -> problem.kind() != Kind.COUNTER);
    }

    /** Returns whether a counter exceeds its threshold. */
    public boolean hasErrors() {
        return problems.stream().anyMatch(problem -> problem.kind() == Kind.COUNTER);
    }
}
