package io.verbena.stream;

import java.nio.ByteBuffer;

/**
 * The receiving half of a stream: the receive ring, and the messages that tell of bytes in it. The halves of the ring are announced
 * to the peer in turn, each when as many bytes have been read. Use it by one thread at a time.
 */
final class IncomingBytes {
    private static final int CREDITS = 0xffff;

    private final StreamLink link;
    private final int size;
    private final int half;

    /** The ring as readers see it. */
    private final ByteBuffer view;

    /** The lengths of the messages that are not read to the end, in a ring. */
    private final int[] lengths;

    private int first;
    private int count;
    private int start;
    private int available;

    /** Bytes that the peer may still write into what was announced. */
    private int announced;

    /** Bytes that were read since a half of the ring was announced. */
    private int freed;

    private int nextHalf = 1;

    /** Data messages that were read to the end, in all and since the last credits. */
    private int consumed;

    private int consumedSince;

    IncomingBytes(StreamLink link) {
        this.link = link;
        size = link.sizes.receiveBytes();
        half = size / 2;
        view = link.in.asReadOnlyBuffer();
        lengths = new int[link.sizes.receives()];
        announced = half;
        // The second half is announced by the first message of credits.
        freed = half;
    }

    int available() {
        return available;
    }

    /**
     * Takes a message that tells of bytes.
     *
     * @throws StreamProtocolException if there was no room for them
     */
    void arrived(int length) {
        if (length > announced) {
            throw new StreamProtocolException("the peer claims to have written " + length + " bytes, into " + announced
                    + " bytes of room; close the stream");
        }
        if (count == lengths.length) {
            throw new StreamProtocolException(
                    "the peer sent more than " + count + " messages without a credit; close the stream");
        }
        lengths[(first + count) % lengths.length] = length;
        count++;
        announced -= length;
        available += length;
    }

    /** Copies bytes that have arrived; returns their number. */
    int read(ByteBuffer into) {
        int total = Math.min(into.remaining(), available);
        int position = into.position();
        int tail = Math.min(total, size - start);
        into.put(position, link.in, start, tail);
        into.put(position + tail, link.in, 0, total - tail);
        into.position(position + total);
        skip(total);
        return total;
    }

    /** Returns the bytes that have arrived, where they lie, up to the end of the ring. The buffer is valid until the next call. */
    ByteBuffer peek() {
        return view.limit(Math.min(start + available, size)).position(start);
    }

    /** Frees the place of the next bytes. */
    void skip(int bytes) {
        start = (start + bytes) % size;
        available -= bytes;
        freed += bytes;
        int rest = bytes;
        // A message may have no bytes.
        while (count > 0 && lengths[first] <= rest) {
            rest -= lengths[first];
            first = (first + 1) % lengths.length;
            count--;
            consumed = consumed + 1 & CREDITS;
            consumedSince++;
        }
        if (rest > 0) {
            lengths[first] -= rest;
        }
    }

    boolean owesCredits() {
        return freed >= half || consumedSince >= lengths.length / 2;
    }

    /** Sends credits, with a half of the ring if one is free, in a message with or without a completion. */
    void giveCredits(OutgoingBytes out, boolean completes) {
        int message = StreamLink.CREDITS | (consumed + lengths.length & CREDITS);
        consumedSince = 0;
        if (freed >= half) {
            out.announce(link.ringAddress() + (long) nextHalf * half, link.ringKey(), half, message, completes);
            freed -= half;
            announced += half;
            nextHalf = 1 - nextHalf;
        } else {
            link.credits(completes, message);
        }
    }
}
