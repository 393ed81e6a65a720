package io.verbena.spi.verbs;

/** A receive request in direct memory, as {@code struct ibv_recv_wr} on a 64-bit system, with the scatter list behind it. */
public final class ReceiveRecord {
    /** 8 bytes: what the completion tells. */
    public static final int ID = 0;

    /** 4 bytes: how many segments there are. */
    public static final int SEGMENT_COUNT = 24;

    /** The first {@link SegmentRecord}; bytes of a request without any. */
    public static final int SEGMENTS = 32;

    private ReceiveRecord() {}
}
