package io.verbena.spi.verbs;

/** A segment of a request, as {@code struct ibv_sge}. */
public final class SegmentRecord {
    /** 8 bytes: where it begins. */
    public static final int ADDRESS = 0;

    /** 4 bytes: its length. */
    public static final int LENGTH = 8;

    /** 4 bytes: the key of its region. */
    public static final int LOCAL_KEY = 12;

    /** Bytes of a segment. */
    public static final int SIZE = 16;

    private SegmentRecord() {}
}
