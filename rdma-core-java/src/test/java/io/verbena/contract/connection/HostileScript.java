package io.verbena.contract.connection;

import io.verbena.connection.MessageOptions;
import io.verbena.verbs.WorkRequestException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * The script of a hostile peer, which follows from its seed: the peer mostly begins well, goes on with requests that are right, and
 * breaks a rule sooner or later, or falls silent.
 */
public final class HostileScript {
    private static final int READY = 0;
    private static final int RECEIVES = 4;

    private static final int MESSAGE_MAGIC = 0x5652424D;
    private static final int REQUEST_MAGIC = 0x56524251;

    private static final int SHORT = 0;
    private static final int LONG = 1;
    private static final int END = 2;
    private static final int READ = 3;
    private static final int CREDITS = 4;
    private static final int HEADER = 40;

    private static final HostileAct[] ACTS = HostileAct.values();

    /** How many of the choices of a step are requests that are right, in addition to those of the list. */
    private static final int RIGHT_REQUESTS = 4;

    private final int seed;
    private final Random random;
    private final MessageOptions server;
    private final List<String> done = new ArrayList<>();
    private final int steps;
    private final boolean introduces;
    private final boolean takesReplies;
    private long number;
    private boolean mustEnd;
    private byte[] last = new byte[0];

    public HostileScript(int seed, MessageOptions server) {
        this.seed = seed;
        this.random = new Random(seed);
        this.server = server;
        this.steps = 1 + random.nextInt(30);
        this.introduces = random.nextInt(10) > 0;
        this.takesReplies = random.nextInt(4) > 0;
    }

    /** How many messages of the server find a receive: all of a short run, or none. */
    int receives() {
        return takesReplies ? 64 : 1;
    }

    public int receiveBytes() {
        return HEADER + server.slotBytes();
    }

    int steps() {
        return steps;
    }

    /** Whether a rule was broken that ends the connection at once. */
    boolean mustEnd() {
        return mustEnd;
    }

    /** Announces what a channel announces, or something else, or nothing. */
    void introduce(RoguePeer.Lane control) {
        if (!introduces) {
            ready(control);
            done("announces nothing");
            mustEnd = true;
            return;
        }
        announce(control, wrong(20, 8, Integer.MAX_VALUE, 1), wrong(20, server.largest(), 1, Integer.MAX_VALUE));
    }

    /** Announces what a channel announces, so that the server opens its channel. */
    public void introduceWell(RoguePeer.Lane control) {
        announce(control, 8, server.largest());
    }

    /** Reports that the connection is there, and announces nothing yet. */
    public void ready(RoguePeer.Lane control) {
        control.send(RoguePeer.control(READY, 16, 0, 0, 0, 0, 0));
    }

    private void announce(RoguePeer.Lane control, long slots, long largest) {
        ready(control);
        announceReceives(control, slots, server.slotBytes());
        announceReceives(control, 2, largest);
        LockSupport.parkNanos(20_000_000);
    }

    private void announceReceives(RoguePeer.Lane control, long count, long bytes) {
        control.poll();
        LockSupport.parkNanos(2_000_000);
        done("announces " + count + " of " + bytes);
        control.send(RoguePeer.control(RECEIVES, 0, count, 0, bytes, 0, 0));
    }

    /** Returns the correct value or, in one of {@code oneIn} calls on average, a value that no channel announces. */
    private long wrong(int oneIn, long right, long... wrong) {
        if (random.nextInt(oneIn) > 0) {
            return right;
        }
        mustEnd = true;
        return wrong[random.nextInt(wrong.length)];
    }

    /** Takes a random step, which is valid in about half of the cases. */
    void step(RoguePeer.Lane data) {
        int choice = random.nextInt(ACTS.length + RIGHT_REQUESTS);
        perform(choice < ACTS.length ? ACTS[choice] : HostileAct.REQUEST, data);
    }

    /** Does one thing, and counts it as a violation if it must end the connection. */
    public void perform(HostileAct act, RoguePeer.Lane data) {
        data.poll();
        switch (act) {
            case NONSENSE -> breaking(data, "says nonsense", bytes(HEADER + random.nextInt(100)));
            case SHORT_HEADER -> breaking(data, "says less than a header", bytes(random.nextInt(HEADER)));
            case VERSION -> breaking(data, "says another version", put(request(++number, 0), 4, 2));
            case KIND -> breaking(data, "says another kind", put(request(++number, 0), 5, 5 + random.nextInt(250)));
            case LENGTH ->
                breaking(data, "lies about a length", length(request(++number, 0), random.nextLong() | 1L << 40));
            case CREDITS_OVER_GRANT ->
                breaking(data, "returns credits over the grant", credits(request(++number, 0), 60_000));
            case NO_CREDITS -> breaking(data, "returns no credits", header(CREDITS, 0, 0, 0, 0, 0));
            case READ_OF_NOTHING ->
                breaking(data, "reports a read of nothing", header(READ, 0, 0, random.nextInt(3), 0, 0));
            case REPLY_TO_NOTHING -> breaking(data, "replies to nothing", content(1, 1 + random.nextInt(3), 10));
            case FAILURE_OF_NOTHING -> breaking(data, "fails nothing", content(2, random.nextLong(), 10));
            case REPEATED_NUMBER -> breaking(data, "repeats a number", request(random.nextInt((int) number + 1), 0));
            case NO_REQUEST -> breaking(data, "says no request", message(bytes(20)));
            case EMPTY_MESSAGE -> breaking(data, "says an empty message", message(new byte[0]));
            case TOO_LONG ->
                breaking(data, "announces too much", header(LONG, 0, server.largest() + 1L, 0, data.address(), 0));
            case NOTHING_LONG -> breaking(data, "announces nothing long", header(LONG, 0, 0, 0, data.address(), 0));
            case KEY -> breaking(data, "lies about a key", header(LONG, 0, 2000, 0, data.address(), 0x7fff_0000));
            case ADDRESS -> breaking(data, "lies about an address", longRequest(data, 2000, 1L << 50));
            case MORE_THAN_IT_HAS ->
                breaking(data, "announces more than it has", longRequest(data, server.largest(), 0));
            case AFTER_END -> {
                send(data, "ends", header(END, 0, 0, 0, 0, 0));
                breaking(data, "goes on after the end", request(++number, 0));
            }
            case WITHOUT_WAITING -> {
                for (int i = 0; i < 2 * server.slots(); i++) {
                    send(data, "asks", request(++number, 0));
                }
                done("asks without waiting");
            }
            case REPLAY -> {
                if (last.length > 0) {
                    breaking(data, "replays", last);
                }
            }
            case SILENCE -> {
                done("is silent");
                LockSupport.parkNanos(30_000_000);
            }
            case LONG_REQUEST -> send(data, "asks much", longRequest(data, 1500, 0));
            case REQUEST -> send(data, "asks", request(++number, random.nextInt(900)));
        }
        LockSupport.parkNanos(1_000_000);
    }

    private void breaking(RoguePeer.Lane data, String what, byte[] message) {
        send(data, what, message);
        mustEnd = true;
    }

    private void send(RoguePeer.Lane data, String what, byte[] message) {
        done(what);
        data.poll();
        try {
            data.send(message);
        } catch (WorkRequestException e) {
            // The server takes nothing before its channel is open, and the queue is full.
            done("waits");
        }
        last = message;
    }

    private void done(String what) {
        done.add(what);
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] header(int kind, int credits, long length, long id, long address, int key) {
        return ByteBuffer.allocate(HEADER)
                .putInt(MESSAGE_MAGIC)
                .put((byte) 1)
                .put((byte) kind)
                .putShort((short) credits)
                .putLong(length)
                .putLong(id)
                .putLong(address)
                .putInt(key)
                .putInt(0)
                .array();
    }

    private static byte[] message(byte[] text) {
        return ByteBuffer.allocate(HEADER + text.length)
                .put(header(SHORT, 0, text.length, 0, 0, 0))
                .put(text)
                .array();
    }

    private static byte[] content(int kind, long number, int length) {
        return message(requestBytes(kind, number, length));
    }

    private static byte[] requestBytes(int kind, long number, int length) {
        return ByteBuffer.allocate(16 + length)
                .putInt(REQUEST_MAGIC)
                .put((byte) 1)
                .put((byte) kind)
                .putShort((short) 0)
                .putLong(number)
                .array();
    }

    private static byte[] request(long number, int length) {
        return content(0, number, length);
    }

    /** Announces a long message, whose bytes are those of the announcement and so no request. */
    private byte[] longRequest(RoguePeer.Lane data, long length, long beyond) {
        mustEnd = true;
        return header(LONG, 0, length, random.nextInt(3), data.address() + beyond, data.region.remoteKey());
    }

    private static byte[] put(byte[] message, int at, int value) {
        message[at] = (byte) value;
        return message;
    }

    private static byte[] length(byte[] message, long length) {
        ByteBuffer.wrap(message).putLong(8, length);
        return message;
    }

    private static byte[] credits(byte[] message, int credits) {
        ByteBuffer.wrap(message).putShort(6, (short) credits);
        return message;
    }

    @Override
    public String toString() {
        return "hostile peer " + seed + " that " + String.join(", ", done);
    }
}
