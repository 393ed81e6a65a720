package io.verbena.spi.verbs;

import io.verbena.hca.FlowCounter;

/** Rules that steer packets to queue pairs, and counters of what they match. All throw {@link io.verbena.error.SysException}. */
public interface VerbsFlows {

    /** A rule that lies as {@code struct ibv_flow_attr}, its specifications behind it; see {@link FlowRecord}. */
    long createFlow(long queuePair, RecordMemory rule);

    /** Ends it. */
    void destroyFlow(long flow);

    /** An action that encrypts or decrypts, which lies as an {@link EspRecord}. */
    long createEspAction(RecordMemory action);

    /** Changes what is there of it. */
    void modifyEspAction(long action, RecordMemory change);

    /** Ends an action, which no rule has. */
    void destroyAction(long action);

    /** Counters, at zero. */
    long createCounters();

    /** Lets the one with this index count; of rules that are made with them later, if the rule is 0. */
    void attachCounter(long counters, FlowCounter what, int index, long flow);

    /**
     * Reads the first of them, 8 bytes each.
     *
     * @param cached whether what the driver read last will do
     */
    void readCounters(long counters, RecordMemory values, int count, boolean cached);

    /** Ends them. */
    void destroyCounters(long counters);
}
