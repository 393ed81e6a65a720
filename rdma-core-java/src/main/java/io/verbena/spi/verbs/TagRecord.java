package io.verbena.spi.verbs;

/** A change of a list of tags in direct memory, as {@code struct ibv_ops_wr} on a 64-bit system, its scatter list behind it. */
public final class TagRecord {
    /** 8 bytes: what the completion of the change tells. */
    public static final int ID = 0;

    /** 4 bytes: {@link #ADD}, {@link #DELETE}, {@link #SYNCHRONIZE}. */
    public static final int OPCODE = 16;

    /** 4 bytes: {@link #SIGNALED}, {@link #WITH_COUNT}. */
    public static final int FLAGS = 20;

    /** 4 bytes: how many unexpected messages the software has taken. */
    public static final int UNEXPECTED = 24;

    /** 4 bytes: what a tag that was added is deleted by. */
    public static final int HANDLE = 28;

    /** 8 bytes: what the completion of the message tells. */
    public static final int RECEIVE_ID = 32;

    /** 4 bytes: how many segments there are. */
    public static final int SEGMENT_COUNT = 48;

    /** 8 bytes: the tag. */
    public static final int TAG = 56;

    /** 8 bytes: the bits of the tag that count. */
    public static final int MASK = 64;

    /** The first {@link SegmentRecord}; bytes of a change without any. */
    public static final int SEGMENTS = 72;

    /** In {@link #OPCODE}: adds a receive with a tag. */
    public static final int ADD = 0;

    /** In {@link #OPCODE}: deletes one. */
    public static final int DELETE = 1;

    /** In {@link #OPCODE}: tells how many unexpected messages were taken, and nothing else. */
    public static final int SYNCHRONIZE = 2;

    /** In {@link #FLAGS}: the change is completed. */
    public static final int SIGNALED = 1;

    /** In {@link #FLAGS}: it tells how many unexpected messages were taken. */
    public static final int WITH_COUNT = 2;

    private TagRecord() {}
}
