package io.verbena.jni.verbs;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniMethod;

/**
 * Functions of libibverbs that move data. The functions that post return the number of posted requests in the lower 32 bits
 * and the errno of the first refused request above them.
 */
@JniClass
public final class IbvData {
    private IbvData() {}

    /** Calls {@code ibv_post_send} with at least one record. */
    @JniMethod(accessor = "verbena_verbs_post_send")
    public static native long postSend(long qp, long records, int stride, int count);

    /** Posts at least one record by the functions {@code ibv_wr_*}; either all are posted or none. */
    @JniMethod(accessor = "verbena_verbs_post_send_ex")
    public static native long postSendExtended(long qp, long records, int stride, int count);

    /** Calls {@code ibv_post_recv} with at least one record. */
    @JniMethod(accessor = "verbena_verbs_post_recv")
    public static native long postReceive(long qp, long records, int stride, int count);

    /** Calls {@code ibv_post_srq_recv} with at least one record. */
    @JniMethod(accessor = "verbena_verbs_post_srq_recv")
    public static native long postSharedReceive(long srq, long records, int stride, int count);

    /** Calls {@code ibv_post_wq_recv} with at least one record. */
    @JniMethod(accessor = "verbena_verbs_post_wq_recv")
    public static native long postWorkReceive(long wq, long records, int stride, int count);

    /** Calls {@code ibv_poll_cq}, which writes 48 bytes for each completion, and returns their number. */
    @JniMethod(accessor = "verbena_verbs_poll")
    public static native int poll(long cq, long completions, int max);

    /**
     * Polls an extended completion queue ({@code ibv_start_poll}), which writes 88 bytes for each completion. Returns the
     * number of completions in the lower 32 bits, and above them the errno that ended the poll, or 0.
     */
    @JniMethod(accessor = "verbena_verbs_poll_ex")
    public static native long pollExtended(long cq, long fields, long completions, int max);

    /** Calls {@code ibv_req_notify_cq}. */
    @JniMethod(accessor = "verbena_verbs_req_notify")
    public static native int requestNotify(long cq, int solicited);
}
