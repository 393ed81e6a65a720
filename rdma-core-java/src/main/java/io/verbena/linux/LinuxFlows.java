package io.verbena.linux;

import io.verbena.hca.FlowCounter;
import io.verbena.jni.verbs.VerbsFlows;
import io.verbena.spi.verbs.RecordMemory;
import java.lang.ref.Reference;

/** Rules and counters by libibverbs. */
final class LinuxFlows implements io.verbena.spi.verbs.VerbsFlows {
    private final long context;
    private final VerbsOutcome outcome;

    LinuxFlows(long context, VerbsOutcome outcome) {
        this.context = context;
        this.outcome = outcome;
    }

    @Override
    public long createFlow(long queuePair, RecordMemory rule) {
        try {
            return outcome.handle("ibv_create_flow", VerbsFlows.createFlow(queuePair, rule.address()));
        } finally {
            Reference.reachabilityFence(rule);
        }
    }

    @Override
    public void destroyFlow(long flow) {
        outcome.check("ibv_destroy_flow", VerbsFlows.destroyFlow(flow));
    }

    @Override
    public long createEspAction(RecordMemory action) {
        try {
            return outcome.handle("ibv_create_flow_action_esp", VerbsFlows.createEsp(context, action.address()));
        } finally {
            Reference.reachabilityFence(action);
        }
    }

    @Override
    public void modifyEspAction(long action, RecordMemory change) {
        try {
            outcome.check("ibv_modify_flow_action_esp", VerbsFlows.modifyEsp(action, change.address()));
        } finally {
            Reference.reachabilityFence(change);
        }
    }

    @Override
    public void destroyAction(long action) {
        outcome.check("ibv_destroy_flow_action", VerbsFlows.destroyAction(action));
    }

    @Override
    public long createCounters() {
        return outcome.handle("ibv_create_counters", VerbsFlows.createCounters(context));
    }

    @Override
    public void attachCounter(long counters, FlowCounter what, int index, long flow) {
        int answer = VerbsFlows.attachCounters(counters, what.code(), index, flow);
        outcome.check("ibv_attach_counters_point_flow", answer);
    }

    @Override
    public void readCounters(long counters, RecordMemory values, int count, boolean cached) {
        try {
            int answer = VerbsFlows.readCounters(counters, values.address(), count, cached ? 1 : 0);
            outcome.check("ibv_read_counters", answer);
        } finally {
            Reference.reachabilityFence(values);
        }
    }

    @Override
    public void destroyCounters(long counters) {
        outcome.check("ibv_destroy_counters", VerbsFlows.destroyCounters(counters));
    }
}
