package io.verbena.spi.verbs;

/**
 * A send request in direct memory: where its fields lie, in the byte order of the machine. The layout is that of {@code
 * struct ibv_send_wr} on a 64-bit system, with the scatter list behind it, so that it is posted where it lies.
 */
public final class SendRecord {
    /** 8 bytes: what the completion tells. */
    public static final int ID = 0;

    /** 4 bytes: how many segments there are. */
    public static final int SEGMENT_COUNT = 24;

    /** 4 bytes: {@link io.verbena.hca.WorkRequestOpcode}. */
    public static final int OPCODE = 28;

    /** 4 bytes: {@link io.verbena.hca.SendFlag}s. */
    public static final int FLAGS = 32;

    /** 4 bytes: immediate data, big endian; or the key to be made invalid. */
    public static final int IMMEDIATE = 36;

    /** 8 bytes: where the other side is written, read or changed. */
    public static final int REMOTE_ADDRESS = 40;

    /** 4 bytes: the key of a write or read. */
    public static final int REMOTE_KEY = 48;

    /** 8 bytes: what an atomic operation adds, or compares with. */
    public static final int ATOMIC_OPERAND = 48;

    /** 8 bytes: what it swaps in. */
    public static final int ATOMIC_SWAP = 56;

    /** 4 bytes: its key. */
    public static final int ATOMIC_KEY = 64;

    /** 8 bytes: what an atomic write writes. */
    public static final int ATOMIC_VALUE = ATOMIC_SWAP;

    /** 1 byte: how far a flush brings what was written, {@link io.verbena.hca.FlushPlacement}s. */
    public static final int FLUSH_PLACEMENT = 52;

    /** 1 byte: 1 if it is of a whole region, 0 if of some bytes. */
    public static final int FLUSH_REGION = 53;

    /** 8 bytes: of how many bytes it is. */
    public static final int FLUSH_LENGTH = 56;

    /** 8 bytes: the address handle of a datagram. */
    public static final int ADDRESS_HANDLE = 40;

    /** 4 bytes: the queue pair it goes to. */
    public static final int REMOTE_QUEUE_PAIR = 48;

    /** 4 bytes: and its Q_Key. */
    public static final int REMOTE_QUEUE_KEY = 52;

    /** 4 bytes: the shared receive queue of the other side, of an extended reliable connection. */
    public static final int REMOTE_SHARED_RECEIVE_QUEUE = 72;

    /** 8 bytes: the window to be bound. */
    public static final int WINDOW = 80;

    /** 4 bytes: the key it is to have. */
    public static final int WINDOW_KEY = 88;

    /** 8 bytes: the region it is bound to. */
    public static final int WINDOW_REGION = 96;

    /** 8 bytes: where it begins. */
    public static final int WINDOW_ADDRESS = 104;

    /** 8 bytes: its length. */
    public static final int WINDOW_LENGTH = 112;

    /** 4 bytes: its {@link io.verbena.hca.AccessFlag}s. */
    public static final int WINDOW_ACCESS = 120;

    /** 8 bytes: where the headers of data that the device cuts into packets lie. */
    public static final int TSO_HEADER = 80;

    /** 2 bytes: their length. */
    public static final int TSO_HEADER_LENGTH = 88;

    /** 2 bytes: the most data of a packet. */
    public static final int TSO_SEGMENT_SIZE = 90;

    /** The first {@link SegmentRecord}; bytes of a request without any. */
    public static final int SEGMENTS = 128;

    private SendRecord() {}
}
