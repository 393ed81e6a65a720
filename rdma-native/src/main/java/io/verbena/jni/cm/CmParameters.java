package io.verbena.jni.cm;

import static org.fusesource.hawtjni.runtime.ClassFlag.STRUCT;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;

/** Parameters of a connection request or response: {@code struct verbena_cm_parameters} (see {@code rdma_connect(3)}). */
@JniClass(name = "verbena_cm_parameters", flags = STRUCT)
public final class CmParameters {
    /** Private data, of which {@link #length} bytes are sent. */
    public byte[] data = new byte[256];

    /** Length of the private data in bytes. */
    public int length;

    /** Responder resources: maximum number of outstanding RDMA READs and atomics that are accepted from the peer. */
    @JniField(accessor = "responder_resources")
    public int responderResources;

    /** Initiator depth: maximum number of outstanding RDMA READs and atomics to the peer. */
    @JniField(accessor = "initiator_depth")
    public int initiatorDepth;

    /** 1 if end-to-end flow control is supported. */
    @JniField(accessor = "flow_control")
    public int flowControl;

    /** Retry count (3 bits). */
    public int retries;

    /** RNR retry count (3 bits). */
    @JniField(accessor = "rnr_retries")
    public int rnrRetries;

    /** 1 if the queue pair uses a shared receive queue. */
    public int srq;

    /** Queue pair number. */
    @JniField(accessor = "qp_num")
    public int queuePair;
}
