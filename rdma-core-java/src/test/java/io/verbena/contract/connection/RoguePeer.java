package io.verbena.contract.connection;

import static io.verbena.contract.connection.Both.LONG;

import io.verbena.Rdma;
import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.EventChannel;
import io.verbena.contract.cm.CmBed;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** Somebody who knows the wire, and not the manners: it connects like a client of Verbena, and then says what it likes. */
final class RoguePeer {
    static final int MAGIC = 0x56524243;
    static final int CONTROL = 0;
    static final int DATA = 1;
    static final int ADVERTISE = 2;
    private static final int MESSAGE = 40;
    private static final int RECEIVES = 16;

    private final EventChannel channel;
    private final Rdma rdma;
    private final InetSocketAddress address;

    RoguePeer(CmBed bed, InetSocketAddress address) {
        this.rdma = bed.rdma();
        this.channel = rdma.connectionManager().eventChannel();
        this.address = address;
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

    /** A queue pair that is about to be connected. */
    Lane lane() {
        CmId id = channel.id(PortSpace.TCP);
        id.resolve(address, LONG);
        return new Lane(id);
    }

    final class Lane {
        final CmId id;
        final MemoryRegion region;
        private final ByteBuffer bytes = ByteBuffer.allocateDirect(4096);
        private final QueuePair pair;

        Lane(CmId id) {
            this.id = id;
            Context context = rdma.verbs(id.device().orElseThrow());
            ProtectionDomain domain = context.protectionDomain();
            this.region = domain.register(bytes, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ);
            this.pair = domain.queuePair(QueuePairType.RC)
                    .completions(context.completionQueue(128))
                    .capacity(new QueuePairCapacity(64, RECEIVES, 1, 1, 0))
                    .create();
            id.use(pair);
            ReceiveRequests receives = pair.receiveRequests(RECEIVES);
            for (int i = 0; i < RECEIVES; i++) {
                receives.receive(i).segment(region, (long) i * MESSAGE, MESSAGE);
            }
            pair.post(receives);
        }

        CompletableFuture<CmEvent> connect(byte[] hello) {
            return id.connect(ConnectionParameters.DEFAULTS.privateData(hello));
        }

        void send(byte[] message) {
            bytes.put(2048, message);
            pair.post(pair.sendRequests(1).send(1).segment(region, 2048, message.length));
        }
    }
}
