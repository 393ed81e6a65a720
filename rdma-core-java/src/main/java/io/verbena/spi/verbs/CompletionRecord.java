package io.verbena.spi.verbs;

/**
 * A completion in direct memory, as {@code struct ibv_wc} on a 64-bit system; behind it what only an extended queue tells.
 */
public final class CompletionRecord {
    /** 8 bytes: what the request was posted with. */
    public static final int ID = 0;

    /** 4 bytes: {@link io.verbena.hca.WorkCompletionStatus}. */
    public static final int STATUS = 8;

    /** 4 bytes: {@link io.verbena.hca.WorkCompletionOpcode}. */
    public static final int OPCODE = 12;

    /** 4 bytes: what the vendor says of an error. */
    public static final int VENDOR_ERROR = 16;

    /** 4 bytes: how much was received. */
    public static final int BYTES = 20;

    /** 4 bytes: immediate data, big endian; or the key that was made invalid. */
    public static final int IMMEDIATE = 24;

    /** 4 bytes: the own queue pair. */
    public static final int QUEUE_PAIR = 28;

    /** 4 bytes: the sender's, of a datagram. */
    public static final int SOURCE_QUEUE_PAIR = 32;

    /** 4 bytes: {@link #WITH_HEADER}, {@link #WITH_IMMEDIATE}, {@link #WITH_INVALIDATE}. */
    public static final int FLAGS = 36;

    /** 2 bytes: where the P_Key stands. */
    public static final int PARTITION_KEY_INDEX = 40;

    /** 2 bytes: the sender's LID. */
    public static final int SOURCE_LID = 42;

    /** 1 byte: the service level. */
    public static final int SERVICE_LEVEL = 44;

    /** 1 byte: the path bits of the own LID. */
    public static final int PATH_BITS = 45;

    /** Bytes of a completion. */
    public static final int SIZE = 48;

    /** 8 bytes: when, by the clock of the device. */
    public static final int TIMESTAMP = 48;

    /** 8 bytes: when, in ns since 1970. */
    public static final int WALLCLOCK = 56;

    /** 4 bytes: the tag of a flow rule. */
    public static final int FLOW_TAG = 64;

    /** 2 bytes: the VLAN. */
    public static final int VLAN = 68;

    /** 8 bytes: the tag of the message. */
    public static final int TAG = 72;

    /** 4 bytes: what the sender told beside the tag. */
    public static final int TAG_DATA = 80;

    /** Bytes of a completion of an extended queue. */
    public static final int EXTENDED_SIZE = 88;

    /** In {@link #FLAGS}: the first 40 bytes are a global route header. */
    public static final int WITH_HEADER = 1;

    /** In {@link #FLAGS}: there are immediate data. */
    public static final int WITH_IMMEDIATE = 2;

    /** In {@link #FLAGS}: a key was made invalid. */
    public static final int WITH_INVALIDATE = 8;

    /** In {@link #FLAGS}: the software is to tell how many unexpected messages it has taken. */
    public static final int TAG_SYNCHRONIZATION = 16;

    /** In {@link #FLAGS}: the message took a receive of the list of tags. */
    public static final int TAG_MATCHED = 32;

    /** In {@link #FLAGS}: the data of a receive of the list are there. */
    public static final int TAG_DATA_VALID = 64;

    private CompletionRecord() {}
}
