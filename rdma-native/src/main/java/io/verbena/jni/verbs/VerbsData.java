package io.verbena.jni.verbs;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/** What moves data. Posting answers how many requests were posted in the lower 32 bits, and above them the errno of the next. */
@JniClass
public final class VerbsData {
    private VerbsData() {}

    /** Posts send requests, at least one. */
    @JniMethod(accessor = "verbena_verbs_post_send")
    public static native long postSend(long qp, long records, int stride, int count);

    /** The same by the functions {@code ibv_wr_*}, all or none. */
    @JniMethod(accessor = "verbena_verbs_post_send_ex")
    public static native long postSendExtended(long qp, long records, int stride, int count);

    /** Posts receive requests, at least one. */
    @JniMethod(accessor = "verbena_verbs_post_recv")
    public static native long postReceive(long qp, long records, int stride, int count);

    /** The same to a shared receive queue. */
    @JniMethod(accessor = "verbena_verbs_post_srq_recv")
    public static native long postSharedReceive(long srq, long records, int stride, int count);

    /** The same to a work queue. */
    @JniMethod(accessor = "verbena_verbs_post_wq_recv")
    public static native long postWorkReceive(long wq, long records, int stride, int count);

    /** Takes completions, 48 bytes each; how many. */
    @JniMethod(accessor = "verbena_verbs_poll")
    public static native int poll(long cq, long completions, int max);

    /** The same of an extended queue, 88 bytes each. */
    @JniMethod(accessor = "verbena_verbs_poll_ex")
    public static native int pollExtended(long cq, long fields, long completions, int max);

    /** Asks for one event, at the next completion, or the next solicited one. */
    @JniMethod(accessor = "verbena_verbs_req_notify")
    public static native int requestNotify(long cq, int solicited);
}
