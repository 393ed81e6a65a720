package io.verbena.jni.cm;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** What connecting and accepting say: {@code struct verbena_cm_parameters}. */
@JniClass(name = "verbena_cm_parameters", flags = STRUCT)
public final class CmParameters {
    /** The private data, so many of them as the length says. */
    public byte[] data = new byte[256];

    /** Bytes of private data. */
    public int length;

    /** Reads and atomics of the other side that are answered at once. */
    @JniField(accessor = "responder_resources")
    public int responderResources;

    /** Reads and atomics that are begun at once. */
    @JniField(accessor = "initiator_depth")
    public int initiatorDepth;

    /** 1: the hardware tells how many receives are posted. */
    @JniField(accessor = "flow_control")
    public int flowControl;

    /** 3 bits. */
    public int retries;

    /** 3 bits. */
    @JniField(accessor = "rnr_retries")
    public int rnrRetries;

    /** 1: the queue pair receives from a shared queue. */
    public int srq;

    /** The number of the queue pair. */
    @JniField(accessor = "qp_num")
    public int queuePair;
}
