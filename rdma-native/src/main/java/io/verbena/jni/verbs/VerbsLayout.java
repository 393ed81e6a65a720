package io.verbena.jni.verbs;

import static org.fusesource.hawtjni.runtime.FieldFlag.CONSTANT;
import static org.fusesource.hawtjni.runtime.MethodFlag.CONSTANT_INITIALIZER;

import org.fusesource.hawtjni.runtime.JniClass;
import org.fusesource.hawtjni.runtime.JniField;
import org.fusesource.hawtjni.runtime.JniMethod;

/**
 * Where the fields of requests and completions lie as the C compiler sees it; C fills these fields in. Whoever fixes these
 * offsets elsewhere is tested against them.
 */
@JniClass
@SuppressWarnings("NonFinalStaticField")
public final class VerbsLayout {
    /** {@code sizeof(struct ibv_send_wr)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_send_wr)")
    public static int sendSize;

    /** {@code offsetof(struct ibv_send_wr, wr_id)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, wr_id)")
    public static int sendId;

    /** {@code offsetof(struct verbena_send, segments)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_send, segments)")
    public static int sendSegments;

    /** {@code offsetof(struct ibv_send_wr, num_sge)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, num_sge)")
    public static int sendSegmentCount;

    /** {@code offsetof(struct ibv_send_wr, opcode)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, opcode)")
    public static int sendOpcode;

    /** {@code offsetof(struct ibv_send_wr, send_flags)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, send_flags)")
    public static int sendFlags;

    /** {@code offsetof(struct ibv_send_wr, imm_data)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, imm_data)")
    public static int sendImmediate;

    /** {@code offsetof(struct ibv_send_wr, wr.rdma.remote_addr)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, wr.rdma.remote_addr)")
    public static int remoteAddress;

    /** {@code offsetof(struct ibv_send_wr, wr.rdma.rkey)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, wr.rdma.rkey)")
    public static int remoteKey;

    /** {@code offsetof(struct ibv_send_wr, wr.atomic.compare_add)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, wr.atomic.compare_add)")
    public static int atomicOperand;

    /** {@code offsetof(struct ibv_send_wr, wr.atomic.swap)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, wr.atomic.swap)")
    public static int atomicSwap;

    /** {@code offsetof(struct ibv_send_wr, wr.atomic.rkey)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, wr.atomic.rkey)")
    public static int atomicKey;

    /** {@code offsetof(struct ibv_send_wr, wr) + offsetof(struct verbena_flush, placement)}. */
    @JniField(
            flags = CONSTANT,
            accessor = "offsetof(struct ibv_send_wr, wr) + offsetof(struct verbena_flush, placement)")
    public static int flushPlacement;

    /** {@code offsetof(struct ibv_send_wr, wr) + offsetof(struct verbena_flush, region)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, wr) + offsetof(struct verbena_flush, region)")
    public static int flushRegion;

    /** {@code offsetof(struct ibv_send_wr, wr) + offsetof(struct verbena_flush, length)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, wr) + offsetof(struct verbena_flush, length)")
    public static int flushLength;

    /** {@code offsetof(struct ibv_send_wr, wr.ud.ah)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, wr.ud.ah)")
    public static int addressHandle;

    /** {@code offsetof(struct ibv_send_wr, wr.ud.remote_qpn)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, wr.ud.remote_qpn)")
    public static int remoteQueuePair;

    /** {@code offsetof(struct ibv_send_wr, wr.ud.remote_qkey)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, wr.ud.remote_qkey)")
    public static int remoteQueueKey;

    /** {@code offsetof(struct ibv_send_wr, bind_mw.mw)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, bind_mw.mw)")
    public static int window;

    /** {@code offsetof(struct ibv_send_wr, bind_mw.rkey)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, bind_mw.rkey)")
    public static int windowKey;

    /** {@code offsetof(struct ibv_send_wr, bind_mw.bind_info.mr)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, bind_mw.bind_info.mr)")
    public static int windowRegion;

    /** {@code offsetof(struct ibv_send_wr, bind_mw.bind_info.addr)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, bind_mw.bind_info.addr)")
    public static int windowAddress;

    /** {@code offsetof(struct ibv_send_wr, bind_mw.bind_info.length)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, bind_mw.bind_info.length)")
    public static int windowLength;

    /** {@code offsetof(struct ibv_send_wr, bind_mw.bind_info.mw_access_flags)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, bind_mw.bind_info.mw_access_flags)")
    public static int windowAccess;

    /** {@code offsetof(struct ibv_send_wr, tso.hdr)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, tso.hdr)")
    public static int tsoHeader;

    /** {@code offsetof(struct ibv_send_wr, tso.hdr_sz)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, tso.hdr_sz)")
    public static int tsoHeaderLength;

    /** {@code offsetof(struct ibv_send_wr, tso.mss)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, tso.mss)")
    public static int tsoSegmentSize;

    /** {@code offsetof(struct ibv_recv_wr, wr_id)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_recv_wr, wr_id)")
    public static int receiveId;

    /** {@code offsetof(struct ibv_recv_wr, num_sge)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_recv_wr, num_sge)")
    public static int receiveSegmentCount;

    /** {@code offsetof(struct verbena_receive, segments)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_receive, segments)")
    public static int receiveSegments;

    /** {@code sizeof(struct ibv_sge)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_sge)")
    public static int segmentSize;

    /** {@code sizeof(struct ibv_wc)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_wc)")
    public static int completionSize;

    /** {@code offsetof(struct ibv_wc, wr_id)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_wc, wr_id)")
    public static int completionId;

    /** {@code offsetof(struct ibv_wc, status)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_wc, status)")
    public static int completionStatus;

    /** {@code offsetof(struct ibv_wc, opcode)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_wc, opcode)")
    public static int completionOpcode;

    /** {@code offsetof(struct ibv_wc, vendor_err)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_wc, vendor_err)")
    public static int completionVendorError;

    /** {@code offsetof(struct ibv_wc, byte_len)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_wc, byte_len)")
    public static int completionBytes;

    /** {@code offsetof(struct ibv_wc, imm_data)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_wc, imm_data)")
    public static int completionImmediate;

    /** {@code offsetof(struct ibv_wc, qp_num)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_wc, qp_num)")
    public static int completionQueuePair;

    /** {@code offsetof(struct ibv_wc, src_qp)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_wc, src_qp)")
    public static int completionSource;

    /** {@code offsetof(struct ibv_wc, wc_flags)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_wc, wc_flags)")
    public static int completionFlags;

    /** {@code offsetof(struct ibv_wc, pkey_index)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_wc, pkey_index)")
    public static int completionPkeyIndex;

    /** {@code offsetof(struct ibv_wc, slid)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_wc, slid)")
    public static int completionSourceLid;

    /** {@code offsetof(struct ibv_wc, sl)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_wc, sl)")
    public static int completionServiceLevel;

    /** {@code offsetof(struct ibv_wc, dlid_path_bits)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_wc, dlid_path_bits)")
    public static int completionPathBits;

    /** {@code sizeof(struct verbena_completion)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct verbena_completion)")
    public static int extendedSize;

    /** {@code offsetof(struct verbena_completion, timestamp)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_completion, timestamp)")
    public static int timestamp;

    /** {@code offsetof(struct verbena_completion, wallclockNs)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_completion, wallclockNs)")
    public static int wallclock;

    /** {@code offsetof(struct verbena_completion, flowTag)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_completion, flowTag)")
    public static int flowTag;

    /** {@code offsetof(struct verbena_completion, vlan)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_completion, vlan)")
    public static int vlan;

    /** {@code offsetof(struct ibv_send_wr, qp_type.xrc.remote_srqn)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct ibv_send_wr, qp_type.xrc.remote_srqn)")
    public static int remoteSharedReceiveQueue;

    /** {@code offsetof(struct verbena_completion, tag)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_completion, tag)")
    public static int tag;

    /** {@code offsetof(struct verbena_completion, tagData)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_completion, tagData)")
    public static int tagData;

    /** {@code offsetof(struct verbena_tag, wr.wr_id)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_tag, wr.wr_id)")
    public static int tagOperationId;

    /** {@code offsetof(struct verbena_tag, wr.opcode)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_tag, wr.opcode)")
    public static int tagOperationOpcode;

    /** {@code offsetof(struct verbena_tag, wr.flags)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_tag, wr.flags)")
    public static int tagOperationFlags;

    /** {@code offsetof(struct verbena_tag, wr.tm.unexpected_cnt)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_tag, wr.tm.unexpected_cnt)")
    public static int tagOperationUnexpected;

    /** {@code offsetof(struct verbena_tag, wr.tm.handle)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_tag, wr.tm.handle)")
    public static int tagOperationHandle;

    /** {@code offsetof(struct verbena_tag, wr.tm.add.recv_wr_id)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_tag, wr.tm.add.recv_wr_id)")
    public static int tagOperationReceiveId;

    /** {@code offsetof(struct verbena_tag, wr.tm.add.num_sge)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_tag, wr.tm.add.num_sge)")
    public static int tagOperationSegmentCount;

    /** {@code offsetof(struct verbena_tag, wr.tm.add.tag)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_tag, wr.tm.add.tag)")
    public static int tagOperationTag;

    /** {@code offsetof(struct verbena_tag, wr.tm.add.mask)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_tag, wr.tm.add.mask)")
    public static int tagOperationMask;

    /** {@code offsetof(struct verbena_tag, segments)}. */
    @JniField(flags = CONSTANT, accessor = "offsetof(struct verbena_tag, segments)")
    public static int tagOperationSegments;

    /** {@code sizeof(struct ibv_gid_entry)}. */
    @JniField(flags = CONSTANT, accessor = "sizeof(struct ibv_gid_entry)")
    public static int gidEntrySize;

    static {
        Verbs.load();
        init();
    }

    private VerbsLayout() {}

    @JniMethod(flags = CONSTANT_INITIALIZER)
    private static native void init();
}
