package io.verbena.efa;

import java.nio.ByteBuffer;

/** Writes and reads the header of a message, which the documentation of {@link SrdChannel} describes. */
final class SrdHeader {
    /** The length of a header in bytes. */
    static final int LENGTH = 32;

    /** Kinds of messages. */
    static final int MESSAGE = 0;

    static final int CREDITS = 1;
    static final int END = 2;
    static final int CLOSE = 3;

    /** The ASCII codes of "VRBS". */
    private static final int MAGIC = 0x56524253;

    private static final int VERSION = 1;
    private static final int VERSION_AT = 4;
    private static final int KIND_AT = 5;
    private static final int CHANNEL_AT = 8;
    private static final int TOKEN_AT = 12;
    private static final int SEQUENCE_AT = 16;
    private static final int LIMIT_AT = 20;
    private static final int LENGTH_AT = 24;

    private static final int FREED_AT = 28;

    /** The number of low bits of the sequence number in the immediate data of a run. The others are the number of the channel. */
    private static final int SEQUENCE_BITS = 20;

    private SrdHeader() {}

    /** Writes a header to a buffer in network byte order. */
    static void write(
            ByteBuffer to, int at, int kind, SrdAddress peer, int sequence, int limit, int length, int freed) {
        to.putInt(at, MAGIC)
                .put(at + VERSION_AT, (byte) VERSION)
                .put(at + KIND_AT, (byte) kind)
                .putShort(at + KIND_AT + 1, (short) 0)
                .putInt(at + CHANNEL_AT, peer.channel())
                .putInt(at + TOKEN_AT, peer.token())
                .putInt(at + SEQUENCE_AT, sequence)
                .putInt(at + LIMIT_AT, limit)
                .putInt(at + LENGTH_AT, length)
                .putInt(at + FREED_AT, freed);
    }

    /** Returns the immediate data of a run. */
    static int immediate(int channel, int sequence) {
        return (channel << SEQUENCE_BITS) | (sequence & ((1 << SEQUENCE_BITS) - 1));
    }

    /** Returns the number of the channel in the immediate data of a run. */
    static int channel(int immediate) {
        return immediate >>> SEQUENCE_BITS;
    }

    /** Returns the sequence number in the immediate data of a run, which is near another one. */
    static int sequence(int immediate, int near) {
        int unused = Integer.SIZE - SEQUENCE_BITS;
        return near + (((immediate - near) << unused) >> unused);
    }

    /** Returns whether a message of a number of bytes has a header that this version understands. */
    static boolean isValid(ByteBuffer from, int bytes) {
        return bytes >= LENGTH
                && from.getInt(0) == MAGIC
                && from.get(VERSION_AT) == VERSION
                && kind(from) >= MESSAGE
                && kind(from) <= CLOSE
                && length(from) == bytes - LENGTH
                && (kind(from) == MESSAGE || bytes == LENGTH);
    }

    static int kind(ByteBuffer from) {
        return from.get(KIND_AT);
    }

    static int channel(ByteBuffer from) {
        return from.getInt(CHANNEL_AT);
    }

    static int token(ByteBuffer from) {
        return from.getInt(TOKEN_AT);
    }

    static int sequence(ByteBuffer from) {
        return from.getInt(SEQUENCE_AT);
    }

    static int limit(ByteBuffer from) {
        return from.getInt(LIMIT_AT);
    }

    static int freed(ByteBuffer from) {
        return from.getInt(FREED_AT);
    }

    static int length(ByteBuffer from) {
        return from.getInt(LENGTH_AT);
    }
}
