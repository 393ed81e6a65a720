package io.verbena.diag.check;

import io.verbena.diag.check.Problem.Kind;
import io.verbena.diag.counters.CounterAgent;
import io.verbena.iba.Lid;
import java.util.List;

/**
 * A port that was looked at.
 *
 * @param lid by which it is reached
 * @param port its number; 255 for the sum of all ports of a switch
 * @param problems none if it is well
 */
public record CheckedPort(Lid lid, int port, List<Problem> problems) {
    /** Makes the list immutable. */
    public CheckedPort {
        problems = List.copyOf(problems);
    }

    /** Whether it stands for all ports of its node. */
    public boolean isSum() {
        return port == CounterAgent.ALL_PORTS;
    }

    /** Whether it is not well, but for its counters. */
    public boolean isBad() {
        return problems.stream().anyMatch(problem -> problem.kind() != Kind.COUNTER);
    }

    /** Whether a counter is over its threshold. */
    public boolean hasErrors() {
        return problems.stream().anyMatch(problem -> problem.kind() == Kind.COUNTER);
    }
}
