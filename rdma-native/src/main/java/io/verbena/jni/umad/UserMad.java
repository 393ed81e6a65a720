package io.verbena.jni.umad;

/**
 * Offsets in {@code struct ib_user_mad}, the header of the kernel in front of a MAD. Fields are in native byte order, except those
 * that say big endian. The first use of this class loads the native library ({@link Umad#load}) and reads the offsets from it.
 */
public final class UserMad {
    /** Length of the header in bytes; the MAD follows. */
    public static final int SIZE = UserMadLayout.size;

    /** 4 bytes: agent that sends or receives the message. */
    public static final int AGENT_ID = UserMadLayout.agentId;

    /** 4 bytes: 0, or the errno of a request that the kernel returns because it was not answered. */
    public static final int STATUS = UserMadLayout.status;

    /** 4 bytes: response timeout in milliseconds. */
    public static final int TIMEOUT_MS = UserMadLayout.timeoutMs;

    /** 4 bytes: number of retries. */
    public static final int RETRIES = UserMadLayout.retries;

    /** 4 bytes: length of a received message in bytes, including the header. */
    public static final int LENGTH = UserMadLayout.length;

    /** 4 bytes: remote queue pair number, big endian. */
    public static final int QPN = UserMadLayout.qpn;

    /** 4 bytes: Q_Key, big endian. */
    public static final int QKEY = UserMadLayout.qkey;

    /** 2 bytes: remote LID, big endian. */
    public static final int LID = UserMadLayout.lid;

    /** 1 byte: service level. */
    public static final int SL = UserMadLayout.sl;

    /** 1 byte: path bits, the low bits of the local LID. */
    public static final int PATH_BITS = UserMadLayout.pathBits;

    /** 1 byte: 1 if the message has a GRH. */
    public static final int GRH_PRESENT = UserMadLayout.grhPresent;

    /** 1 byte: index of the local GID. */
    public static final int GID_INDEX = UserMadLayout.gidIndex;

    /** 1 byte: hop limit. */
    public static final int HOP_LIMIT = UserMadLayout.hopLimit;

    /** 1 byte: traffic class. */
    public static final int TRAFFIC_CLASS = UserMadLayout.trafficClass;

    /** 16 bytes: remote GID. */
    public static final int GID = UserMadLayout.gid;

    /** 4 bytes: flow label, big endian. */
    public static final int FLOW_LABEL = UserMadLayout.flowLabel;

    /** 2 bytes: index of the P_Key. */
    public static final int PKEY_INDEX = UserMadLayout.pkeyIndex;

    private UserMad() {}
}
