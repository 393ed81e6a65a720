package io.verbena.spi.verbs;

/**
 * An ESP action in direct memory: which parts it has, these parts as the C structures of libibverbs, and behind them, without
 * a gap, the specifications of the headers that it is within.
 */
public final class EspRecord {
    /** 4 bytes: which parts there are, of the bits below. */
    public static final int PARTS = 0;

    /** Bit of the parts: the association. */
    public static final int WITH_ASSOCIATION = 1;

    /** Bit of the parts: the key. */
    public static final int WITH_KEY = 2;

    /** Bit of the parts: the window against replays. */
    public static final int WITH_REPLAY = 4;

    /** Bit of the parts: the upper half of the sequence number. */
    public static final int WITH_EXTENDED_SEQUENCE = 8;

    /** 4 bytes: how many headers it is within. */
    public static final int HEADERS = 4;

    /** The most of them. */
    public static final int MOST_HEADERS = 16;

    /** 4 bytes: how many packets the window against replays has. */
    public static final int REPLAY_WINDOW = 8;

    /** 4 bytes: the upper half of the sequence number. */
    public static final int EXTENDED_SEQUENCE = 12;

    /** 4 bytes: the index of the association. */
    public static final int SECURITY_INDEX = 16;

    /** 4 bytes: the lower half of the first sequence number. */
    public static final int SEQUENCE = 20;

    /** 4 bytes: padding. */
    public static final int PADDING = 24;

    /** 4 bytes: what it does. */
    public static final int FLAGS = 28;

    /** 8 bytes: after how many packets it ends. */
    public static final int HARD_LIMIT = 32;

    /** 8 bytes: the first initialization vector. */
    public static final int VECTOR = 40;

    /** 4 bytes: how the next vectors are made. */
    public static final int VECTOR_ALGORITHM = 48;

    /** They count. */
    public static final int SEQUENTIAL = 0;

    /** 4 bytes: the salt. */
    public static final int SALT = 52;

    /** 4 bytes: bytes that check the integrity. */
    public static final int CHECK_LENGTH = 56;

    /** 4 bytes: bytes of the key. */
    public static final int KEY_LENGTH = 60;

    /** 32 bytes: the key. */
    public static final int KEY = 64;

    /** The first header. */
    public static final int LENGTH = 96;

    private EspRecord() {}
}
