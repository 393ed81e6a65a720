package io.verbena.diag.counters;

import io.verbena.error.RdmaException;
import io.verbena.iba.PortCounters;
import io.verbena.iba.Structure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Clears counters of ports and verifies the result.
 *
 * @param agent the agent of the ports
 * @param which the counters to clear
 * @param reasons whether to clear the detailed counters with the errors
 */
record CounterClearing(PortAgent agent, ErrorSurvey.Clearing which, boolean reasons) {
    private static final long ERRORS = 0x0fff;
    private static final long TRAFFIC = 0xf000;
    private static final long EXTENDED_TRAFFIC = 0x00ff;

    /** Clears the counters of a port. The future fails if they were not cleared. */
    CompletableFuture<Void> of(int port, CounterCapabilities able) {
        List<CompletableFuture<? extends Structure>> asked = new ArrayList<>();
        long select = (which.errors() ? ERRORS : 0) | (which.traffic() ? TRAFFIC : 0);
        long select2 = which.errors() && able.countsXmitWait() ? 1 : 0;
        asked.add(agent.reset(CounterGroup.BASIC, port, select, select2));
        if (which.traffic() && able.hasExtendedCounters()) {
            asked.add(agent.reset(CounterGroup.EXTENDED, port, EXTENDED_TRAFFIC, 0));
        }
        if (which.errors() && reasons) {
            for (CounterGroup group : List.of(CounterGroup.RCV_ERRORS, CounterGroup.XMIT_DISCARDS)) {
                asked.add(agent.reset(group, port, group.allSelected(), 0));
            }
        }
        return CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new))
                .thenCompose(ended -> agent.counters(port))
                .thenAccept(this::requireCleared);
    }

    /** Checks that the counters are zero, except the wait time, which counts all the time. */
    private void requireCleared(PortCounters after) {
        for (ErrorCounter counter : ErrorCounter.values()) {
            if (which.errors() && counter != ErrorCounter.XMIT_WAIT && counter.of(after) != 0) {
                throw new RdmaException("port " + after.portSelect() + " keeps its " + counter.label() + " of "
                        + counter.of(after) + " after a reset");
            }
        }
    }
}
