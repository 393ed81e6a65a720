package io.verbena.benchmarks.soak;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/**
 * The header of a record: client, number and checksum. The payload is derived from client and number, so a record that is sent
 * again is identical. An acknowledgement consists of the header alone.
 *
 * @param client the number of the client
 * @param number the number of the record, starting at 1
 * @param checksum CRC-32 of the payload
 */
record Entry(int client, long number, long checksum) {
    static final int HEADER = Integer.BYTES + 2 * Long.BYTES;
    static final int MAX_LENGTH = HEADER + (160 << 10);

    /** Writes a record at the position of a buffer and advances the position. */
    static Entry write(int client, long number, ByteBuffer to) {
        SplittableRandom random = new SplittableRandom(31L * client + number);
        int length = random.nextInt(16) == 0 ? random.nextInt(MAX_LENGTH - HEADER) : random.nextInt(4096);
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

    /**
     * Describes in which bytes a payload differs from the one that this record was written with: whole packets point to the
     * device or the network, other ranges to the buffers.
     */
    String differences(ByteBuffer payload) {
        ByteBuffer record = ByteBuffer.allocate(MAX_LENGTH);
        write(client, number, record);
        ByteBuffer expected = record.flip().position(HEADER).slice();
        StringBuilder text = new StringBuilder();
        if (expected.remaining() != payload.remaining()) {
            text.append(payload.remaining()).append(" bytes instead of ").append(expected.remaining());
        }
        int length = Math.min(expected.remaining(), payload.remaining());
        int from = -1;
        for (int i = 0; i <= length; i++) {
            boolean differs = i < length && expected.get(i) != payload.get(payload.position() + i);
            if (differs && from < 0) {
                from = i;
            } else if (!differs && from >= 0 && (i == length || i - from > 1)) {
                text.append(text.isEmpty() ? "" : ", ").append(from).append('-').append(i - 1);
                from = -1;
            }
        }
        return text.toString();
    }

    /** Reads the header of a record or an acknowledgement. */
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

    /** Returns the CRC-32 of the remaining bytes. */
    static long checksum(ByteBuffer bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes.duplicate());
        return sum.getValue();
    }
}
