package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;

import io.verbena.Rdma;
import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.EventChannel;
import io.verbena.connection.RdmaConnection;
import io.verbena.connection.RdmaServer;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.WorkCompletionStatus;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A hostile peer that speaks raw verbs: it connects like a client of Verbena, and then does what it likes. */
public final class RoguePeer implements AutoCloseable {
    static final int MAGIC = 0x56524243;
    public static final int CONTROL = 0;
    public static final int DATA = 1;
    static final int READY = 0;
    static final int CREDITS = 1;
    static final int ADVERTISE = 2;
    static final int WITHDRAW = 3;
    static final int RECEIVES = 4;
    private static final int MESSAGE = 40;
    private static final int POSTED = 16;

    /** Numbers of queue pairs that are not there: two connections of one number the system takes for a stale one. */
    private final AtomicInteger pairs = new AtomicInteger(1 << 20);

    private final EventChannel channel;
    private final Rdma rdma;
    private final InetSocketAddress address;

    /** A peer of the server at {@code address}, on the devices of {@code rdma}. */
    public RoguePeer(Rdma rdma, InetSocketAddress address) {
        this.rdma = rdma;
        this.channel = rdma.connectionManager().eventChannel();
        this.address = address;
    }

    /** Closes everything of this peer that is not closed. */
    @Override
    public void close() {
        channel.close();
    }

    /** The private data of a request. */
    static byte[] hello(int magic, int version, int kind, long token) {
        return ByteBuffer.allocate(16)
                .putInt(magic)
                .put((byte) version)
                .put((byte) kind)
                .putShort((short) 0)
                .putLong(token)
                .array();
    }

    /** A control message. */
    static byte[] control(int kind, int credits, long id, long address, long length, int key, int access) {
        return ByteBuffer.allocate(MESSAGE)
                .putInt(MAGIC)
                .put((byte) 1)
                .put((byte) kind)
                .putShort((short) credits)
                .putLong(id)
                .putLong(address)
                .putLong(length)
                .putInt(key)
                .putInt(access)
                .array();
    }

    /** Asks for a connection, and never confirms that it was accepted; there is no queue pair. */
    public CompletableFuture<CmEvent> askSilently(int kind, long token) {
        CmId id = channel.id(PortSpace.TCP);
        id.resolve(address, LONG);
        return id.connectAsync(ConnectionParameters.DEFAULTS
                .queuePair(pairs.incrementAndGet(), false)
                .privateData(hello(MAGIC, 1, kind, token)));
    }

    /** A queue pair that is about to be connected, with receives for control messages. */
    public Lane lane() {
        return lane(POSTED, MESSAGE);
    }

    /** A queue pair that is about to be connected, with receives of this number and length. */
    public Lane lane(int receives, int length) {
        CmId id = channel.id(PortSpace.TCP);
        id.resolve(address, LONG);
        return new Lane(id, receives, length);
    }

    /** A connection that the server has accepted. */
    record Accepted(RdmaConnection connection, Lane control, Lane data) {}

    /** Connects both queue pairs as a client of Verbena does. */
    Accepted connect(RdmaServer server, long token) {
        return connect(server, token, lane());
    }

    /** Connects both queue pairs, of which one is there. */
    Accepted connect(RdmaServer server, long token, Lane data) {
        Lane control = lane();
        CompletableFuture<Void> connected = connect(control, data, token);
        RdmaConnection connection = server.accept(LONG);
        Both.joined(connected);
        return new Accepted(connection, control, data);
    }

    /** Connects two queue pairs, to a server that accepts by itself. */
    public CompletableFuture<Void> connect(Lane control, Lane data, long token) {
        return CompletableFuture.allOf(
                control.connect(hello(MAGIC, 1, CONTROL, token)), data.connect(hello(MAGIC, 1, DATA, token)));
    }

    /** One of the two queue pairs of a connection, with its memory. */
    public final class Lane implements AutoCloseable {
        /** The length of the memory that a lane sends from, and that the peer may read. */
        static final int BYTES = 2048;

        private static final int SENT = 0x5e4d;

        final CmId id;
        final MemoryRegion region;
        private final CompletionQueue queue;
        private final Context context;
        private final ProtectionDomain domain;
        private final ByteBuffer bytes;
        private final QueuePair pair;
        private final int at;

        Lane(CmId id) {
            this(id, POSTED, MESSAGE);
        }

        Lane(CmId id, int receives, int length) {
            this.id = id;
            this.at = receives * length;
            this.bytes = ByteBuffer.allocateDirect(at + BYTES);
            this.context = rdma.verbs(id.device().orElseThrow());
            this.domain = context.protectionDomain();
            this.region =
                    domain.register(bytes, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_WRITE);
            this.queue = context.completionQueue(128);
            this.pair = domain.queuePair(QueuePairType.RC)
                    .completions(queue)
                    .capacity(new QueuePairCapacity(64, receives, 1, 1, 0))
                    .create();
            id.use(pair);
            ReceiveRequests requests = pair.receiveRequests(receives);
            for (int i = 0; i < receives; i++) {
                requests.receive(i).segment(region, (long) i * length, length);
            }
            pair.post(requests);
        }

        /** The address of the memory that this sends from. */
        long address() {
            return region.address() + at;
        }

        /** Takes the completions that are there, so that there is room for more. */
        void poll() {
            CompletionBatch batch = queue.batch(32);
            while (queue.poll(batch) > 0) {
                // Whatever became of them.
            }
        }

        /** Vanishes without a word to the peer. */
        @Override
        public void close() {
            pair.close();
            id.close();
            domain.close();
            queue.close();
            context.close();
        }

        CompletableFuture<CmEvent> connect(byte[] hello) {
            return id.connectAsync(ConnectionParameters.DEFAULTS.privateData(hello));
        }

        void send(byte[] message) {
            bytes.put(at, message);
            pair.post(pair.sendRequests(1).send(1).segment(region, at, message.length));
        }

        /** Writes to memory of the peer by an address and a key, however they were learned; the status of the request. */
        WorkCompletionStatus write(byte[] data, long address, int key) {
            bytes.put(at, data);
            pair.post(pair.sendRequests(1).write(SENT, address, key).segment(region, at, data.length));
            return awaitSent();
        }

        /** Reads 8 bytes of memory of the peer; the status of the request. */
        WorkCompletionStatus read(long address, int key) {
            bytes.putLong(at, 0);
            pair.post(pair.sendRequests(1).read(SENT, address, key).segment(region, at, Long.BYTES));
            return awaitSent();
        }

        /** Returns the bytes of the last read. */
        byte[] wasRead() {
            byte[] read = new byte[Long.BYTES];
            bytes.get(at, read);
            return read;
        }

        private WorkCompletionStatus awaitSent() {
            CompletionBatch batch = queue.batch(1);
            Deadline deadline = Deadline.in(LONG);
            while (!deadline.isOver()) {
                if (queue.poll(batch) == 1 && batch.get(0).id() == SENT) {
                    return batch.get(0).status();
                }
            }
            throw new AssertionError("the request of " + id + " has not ended");
        }
    }
}
