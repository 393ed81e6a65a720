package io.verbena.traffic.measure;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.error.PrintableText;
import io.verbena.exchange.UnknownPeerException;
import io.verbena.hca.QueuePairType;
import io.verbena.traffic.measure.MeasurePlan.Operation;
import io.verbena.traffic.measure.MeasurePlan.Quantity;
import io.verbena.traffic.measure.MeasureReport.Latency;
import io.verbena.traffic.measure.MeasureReport.Sent;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages on the side channel, in network byte order: a magic number of four bytes, a byte for the version, one
 * for the kind, two for the length of the body, and the body.
 */
sealed interface Note {
    int HEADER = 8;

    int MAX_BODY = 512;

    /** The length of a plan without its sizes. */
    int PLAN_LENGTH = 27;

    /** The magic number, "VMSR". */
    int MAGIC = 0x564d5352;

    int VERSION = 1;

    /** The client sends the parameters. */
    record Plan(MeasurePlan plan) implements Note {}

    /** The server agrees, and listens at this port of the RDMA CM; 0 without the RDMA CM. */
    record Agreed(int port) implements Note {}

    /** A side reports a failure. */
    record Refusal(String reason) implements Note {}

    /** A side sends the address of its memory. */
    record Memory(long address, int key) implements Note {}

    /** A side is ready for the next measurement. */
    record Ready() implements Note {}

    /** A side is still working. */
    record Alive() implements Note {}

    /** A side has sent all its messages, with this result. */
    record Done(Sent sent) implements Note {}

    /** A side reports the number of messages that it received. */
    record Received(long messages) implements Note {}

    /** The client reports the measured latency. */
    record Timed(Latency latency) implements Note {}

    /** Encodes the note into a buffer that is ready to be written. */
    default ByteBuffer encode() {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + MAX_BODY).position(HEADER);
        int kind = put(bytes);
        int length = bytes.position() - HEADER;
        return bytes.putInt(0, MAGIC)
                .put(4, (byte) VERSION)
                .put(5, (byte) kind)
                .putShort(6, (short) length)
                .flip();
    }

    /** Encodes the body and returns the kind of the note. */
    private int put(ByteBuffer bytes) {
        if (this instanceof Plan note) {
            putPlan(bytes, note.plan());
            return 1;
        } else if (this instanceof Agreed note) {
            bytes.putShort((short) note.port());
            return 2;
        } else if (this instanceof Refusal note) {
            byte[] text = note.reason().getBytes(UTF_8);
            bytes.put(text, 0, Math.min(text.length, MAX_BODY));
            return 3;
        } else if (this instanceof Memory note) {
            bytes.putLong(note.address()).putInt(note.key());
            return 4;
        } else if (this instanceof Ready) {
            return 5;
        } else if (this instanceof Alive) {
            return 6;
        } else if (this instanceof Done note) {
            Sent sent = note.sent();
            bytes.putLong(sent.messages()).putLong(sent.nanos()).putLong(sent.peakBytesPerSecond());
            return 7;
        } else if (this instanceof Received note) {
            bytes.putLong(note.messages());
            return 8;
        }
        putLatency(bytes, ((Timed) this).latency());
        return 9;
    }

    private static void putPlan(ByteBuffer bytes, MeasurePlan plan) {
        bytes.put((byte) plan.quantity().code)
                .put((byte) plan.operation().code)
                .put((byte) plan.service().code())
                .put((byte) ((plan.connectionManager() ? 1 : 0) | (plan.bothWays() ? 2 : 0)))
                .putInt(plan.iterations())
                .putLong(plan.duration().toNanos())
                .putInt(plan.warmUp())
                .putInt(plan.depth())
                .putShort((short) plan.queuePairs())
                .put((byte) plan.sizes().size());
        plan.sizes().forEach(bytes::putInt);
    }

    private static void putLatency(ByteBuffer bytes, Latency latency) {
        bytes.putLong(latency.messages())
                .putLong(latency.least())
                .putLong(latency.most())
                .putLong(latency.median())
                .putLong(latency.mean())
                .putLong(latency.deviation())
                .putLong(latency.p90())
                .putLong(latency.p99())
                .putLong(latency.p999());
    }

    /**
     * Returns the length of the body according to a header.
     *
     * @throws UnknownPeerException if it is not a valid header
     */
    static int bodyLength(ByteBuffer header) {
        int magic = header.getInt(header.position());
        if (magic != MAGIC) {
            throw new UnknownPeerException(String.format(
                    "received magic number 0x%08x instead of 0x%08x; the peer is another program", magic, MAGIC));
        }
        int version = header.get(header.position() + 4) & 0xff;
        if (version != VERSION) {
            throw new UnknownPeerException(
                    "the peer uses version " + version + " of the protocol, and this side version " + VERSION
                            + "; use the same version of Verbena on both sides");
        }
        int length = header.getShort(header.position() + 6) & 0xffff;
        if (length > MAX_BODY) {
            throw new UnknownPeerException("received a note of " + length + " bytes; the maximum is " + MAX_BODY);
        }
        return length;
    }

    /**
     * Decodes a note whose header {@link #bodyLength} has accepted.
     *
     * @param bytes exactly the header and the body
     * @throws UnknownPeerException if the note is invalid
     */
    static Note decode(ByteBuffer bytes) {
        int kind = bytes.get(bytes.position() + 5) & 0xff;
        ByteBuffer body = bytes.slice(bytes.position() + HEADER, bytes.remaining() - HEADER);
        try {
            return switch (kind) {
                case 1 -> new Plan(plan(body));
                case 2 -> new Agreed(of(body, Short.BYTES).getShort() & 0xffff);
                case 3 -> new Refusal(PrintableText.of(UTF_8.decode(body).toString(), '?'));
                case 4 -> new Memory(of(body, Long.BYTES + Integer.BYTES).getLong(), body.getInt());
                case 5 -> empty(body, new Ready());
                case 6 -> empty(body, new Alive());
                case 7 -> new Done(new Sent(of(body, 3 * Long.BYTES).getLong(), body.getLong(), body.getLong()));
                case 8 -> new Received(of(body, Long.BYTES).getLong());
                case 9 -> new Timed(latency(of(body, 9 * Long.BYTES)));
                default -> throw new UnknownPeerException("received a note of unknown kind " + kind);
            };
        } catch (IllegalArgumentException e) {
            throw new UnknownPeerException("received an invalid note: " + e.getMessage());
        }
    }

    private static MeasurePlan plan(ByteBuffer body) {
        if (body.remaining() < PLAN_LENGTH) {
            throw wrongLength(body, PLAN_LENGTH);
        }
        Quantity quantity = Quantity.of(body.get() & 0xff);
        Operation operation = Operation.of(body.get() & 0xff);
        QueuePairType service = QueuePairType.of(body.get() & 0xff);
        int flags = body.get();
        int iterations = body.getInt();
        Duration duration = Duration.ofNanos(body.getLong());
        int warmUp = body.getInt();
        int depth = body.getInt();
        int pairs = body.getShort() & 0xffff;
        int count = body.get() & 0xff;
        of(body, count * Integer.BYTES);
        List<Integer> sizes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            sizes.add(body.getInt());
        }
        boolean byManager = (flags & 1) != 0;
        boolean bothWays = (flags & 2) != 0;
        return new MeasurePlan(
                quantity, operation, service, byManager, bothWays, sizes, iterations, duration, warmUp, depth, pairs);
    }

    private static Latency latency(ByteBuffer body) {
        long[] parts = new long[9];
        body.asLongBuffer().get(parts);
        return new Latency(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6], parts[7], parts[8]);
    }

    private static <N extends Note> N empty(ByteBuffer body, N note) {
        of(body, 0);
        return note;
    }

    private static ByteBuffer of(ByteBuffer body, int length) {
        if (body.remaining() != length) {
            throw wrongLength(body, length);
        }
        return body;
    }

    private static UnknownPeerException wrongLength(ByteBuffer body, int length) {
        return new UnknownPeerException("received a body of " + body.remaining() + " bytes instead of " + length);
    }
}
