package io.verbena.jni.umad;

/**
 * Where the fields of a message lie: the header that the kernel puts before a MAD. Fields are in the byte order of the
 * machine, except where it says big endian. The offsets are those of the C structure, read when this class is first used,
 * which needs the C code to be there ({@link Umad#load}).
 */
public final class UserMad {
    /** Bytes of the header; the MAD follows. */
    public static final int SIZE = UserMadLayout.size;

    /** 4 bytes: the agent that sent, or that the message is for. */
    public static final int AGENT_ID = UserMadLayout.agentId;

    /** 4 bytes: 0, or the errno of a message that was given back. */
    public static final int STATUS = UserMadLayout.status;

    /** 4 bytes: how long to wait for the answer. */
    public static final int TIMEOUT_MS = UserMadLayout.timeoutMs;

    /** 4 bytes: how often to send again. */
    public static final int RETRIES = UserMadLayout.retries;

    /** 4 bytes: bytes in use, header included, of a received message. */
    public static final int LENGTH = UserMadLayout.length;

    /** 4 bytes: the other side's queue pair, big endian. */
    public static final int QPN = UserMadLayout.qpn;

    /** 4 bytes: the Q_Key to send with, big endian. */
    public static final int QKEY = UserMadLayout.qkey;

    /** 2 bytes: the other side's LID, big endian. */
    public static final int LID = UserMadLayout.lid;

    /** 1 byte: the service level. */
    public static final int SL = UserMadLayout.sl;

    /** 1 byte: the low bits of our own LID. */
    public static final int PATH_BITS = UserMadLayout.pathBits;

    /** 1 byte: 1 if the message has a GRH, which the next fields describe. */
    public static final int GRH_PRESENT = UserMadLayout.grhPresent;

    /** 1 byte: our own GID, as an index. */
    public static final int GID_INDEX = UserMadLayout.gidIndex;

    /** 1 byte: the hop limit. */
    public static final int HOP_LIMIT = UserMadLayout.hopLimit;

    /** 1 byte: the traffic class. */
    public static final int TRAFFIC_CLASS = UserMadLayout.trafficClass;

    /** 16 bytes: the other side's GID. */
    public static final int GID = UserMadLayout.gid;

    /** 4 bytes: the flow label, big endian. */
    public static final int FLOW_LABEL = UserMadLayout.flowLabel;

    /** 2 bytes: the P_Key, as an index. */
    public static final int PKEY_INDEX = UserMadLayout.pkeyIndex;

    private UserMad() {}
}
