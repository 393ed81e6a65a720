package io.verbena.spi.verbs;

/**
 * A rule in direct memory, as {@code struct ibv_flow_attr}, the specifications behind it without a gap, each with its type
 * and its length in front.
 */
public final class FlowRecord {
    /** 4 bytes: what it is for. */
    public static final int TYPE = 4;

    /** 2 bytes: the length of all. */
    public static final int LENGTH = 8;

    /** 2 bytes: its place among the rules. */
    public static final int PRIORITY = 10;

    /** 1 byte: how many specifications there are. */
    public static final int SPEC_COUNT = 12;

    /** 1 byte: the port. */
    public static final int PORT = 13;

    /** 4 bytes: how it is applied. */
    public static final int FLAGS = 16;

    /** The first specification. */
    public static final int SPECS = 20;

    /** Bytes of a specification that names counters, or an action. */
    public static final int OBJECT_LENGTH = 16;

    private FlowRecord() {}
}
