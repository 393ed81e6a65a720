package io.verbena.benchmarks.soak;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/**
 * What a client sends: who it is, the number of the record, a checksum, and bytes that follow from both, so that a record that
 * is sent once more is the same. The acknowledgement is the first 20 bytes of it.
 *
 * @param client who sends it
 * @param number counts from 1 on
 * @param checksum of the bytes
 */
record Entry(int client, long number, long checksum) {
    static final int HEADER = Integer.BYTES + 2 * Long.BYTES;
    static final int LARGEST = HEADER + (160 << 10);

    /** Writes a record behind the position of a buffer. */
    static Entry write(int client, long number, ByteBuffer to) {
        SplittableRandom random = new SplittableRandom(31L * client + number);
        int length = random.nextInt(16) == 0 ? random.nextInt(LARGEST - HEADER) : random.nextInt(4096);
        int at = to.position();
        ByteBuffer bytes = to.duplicate().position(at + HEADER).limit(at + HEADER + length);
        while (bytes.remaining() >= Long.BYTES) {
            bytes.putLong(random.nextLong());
        }
        while (bytes.hasRemaining()) {
            bytes.put((byte) number);
        }
        Entry entry = new Entry(client, number, checksum(bytes.flip().position(at + HEADER)));
        to.putInt(client).putLong(number).putLong(entry.checksum).position(at + HEADER + length);
        return entry;
    }

    /** Reads the head of a record or of an acknowledgement. */
    static Entry read(ByteBuffer from) {
        return new Entry(from.getInt(), from.getLong(), from.getLong());
    }

    ByteBuffer acknowledgement() {
        return ByteBuffer.allocate(HEADER)
                .putInt(client)
                .putLong(number)
                .putLong(checksum)
                .flip();
    }

    /** Of the bytes that are left. */
    static long checksum(ByteBuffer bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes.duplicate());
        return sum.getValue();
    }
}
