package io.verbena.benchmarks;

import io.verbena.Rdma;
import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.Transport;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.SendRequests;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Runs ping-pongs of 64 bytes and RDMA writes of 64 KiB by verbs alone, as a program that waits for completions does. */
final class RawPingPong implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int BYTES = 64;
    private static final int RECEIVED = 1;
    private static final int SENT = 2;
    private static final int WRITTEN = 3;
    private static final int LARGE = 64 << 10;
    private static final int WRITES = 16;
    private static final int NOTIFIED = 4;
    private static final int RECEIVES = 600;

    private final Executor serving = peer();
    private final EventChannel channel;
    private final Side client;
    private final Side server;

    RawPingPong(Rdma rdma, InetAddress address) {
        channel = rdma.connectionManager().eventChannel();
        CmId listening = channel.id(PortSpace.TCP);
        listening.bind(new InetSocketAddress(address, 0));
        listening.listen(1);
        CmId asking = channel.id(PortSpace.TCP);
        asking.resolve(listening.localAddress().orElseThrow(), LONG);
        client = new Side(rdma, asking);
        CompletableFuture<CmEvent> connecting = asking.connectAsync(ConnectionParameters.DEFAULTS);
        ConnectionRequest request = listening.request(LONG);
        server = new Side(rdma, request.id());
        request.accept(ConnectionParameters.DEFAULTS, LONG);
        connecting.join();
    }

    /**
     * Returns an executor with one thread for the peer of a measurement. In a JVM with one processor, such as that of the
     * test bed, an asynchronous call of {@link CompletableFuture} starts a thread each time, which would add a millisecond
     * to the measurement.
     */
    static Executor peer() {
        return Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "peer");
            thread.setDaemon(true);
            return thread;
        });
    }

    double microsPerTurn(int turns) {
        CompletableFuture<Void> answering = CompletableFuture.runAsync(
                () -> {
                    for (int i = 0; i < turns; i++) {
                        server.receive();
                        server.send();
                    }
                },
                serving);
        long began = System.nanoTime();
        for (int i = 0; i < turns; i++) {
            client.send();
            client.receive();
        }
        double micros = (System.nanoTime() - began) / 1000.0 / turns;
        answering.join();
        return micros;
    }

    /** Returns the bandwidth of RDMA writes of 64 KiB, after the last of which the peer receives a message and answers. */
    double megabytesPerSecond(int writes) {
        return megabytesPerSecond(writes, false);
    }

    /** Returns the bandwidth of RDMA writes of 64 KiB that notify the peer, each by immediate data, or by a send on iWARP. */
    double notifiedMegabytesPerSecond(int writes) {
        for (int i = 0; i < writes; i++) {
            server.postReceive();
        }
        return megabytesPerSecond(writes, true);
    }

    private double megabytesPerSecond(int writes, boolean notify) {
        CompletableFuture<Void> answering = CompletableFuture.runAsync(
                () -> {
                    server.receive(notify ? writes + 1 : 1);
                    server.postReceive();
                    server.send();
                },
                serving);
        long began = System.nanoTime();
        client.write(server.memory, writes, notify);
        client.send();
        client.receive();
        double rate = (double) writes * LARGE / (System.nanoTime() - began) * 1000;
        answering.join();
        return rate;
    }

    @Override
    public void close() {
        channel.close();
    }

    /** One side: a completion queue for sends and receives, and one posted receive. */
    private static final class Side {
        private final QueuePair pair;
        private final CompletionQueue queue;
        private final CompletionBatch batch;
        private final MemoryRegion region;
        private final MemoryRegion memory;
        private final boolean iwarp;
        private final SendRequests sends;
        private final ReceiveRequests receives;
        private int sent;
        private int received;
        private int writing;

        Side(Rdma rdma, CmId id) {
            Context context = rdma.verbs(id.device().orElseThrow());
            iwarp = context.properties().transport() == Transport.IWARP;
            ProtectionDomain domain = context.protectionDomain();
            queue = context.completionQueue(2 * WRITES + 1 + RECEIVES, context.completionChannel(), 0);
            batch = queue.batch(WRITES);
            region = domain.register(ByteBuffer.allocateDirect(2 * BYTES), AccessFlag.LOCAL_WRITE);
            memory = domain.register(ByteBuffer.allocateDirect(LARGE), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
            pair = domain.queuePair(QueuePairType.RC)
                    .completions(queue)
                    .capacity(new QueuePairCapacity(2 * WRITES + 1, RECEIVES, 1, 1, 0))
                    .create();
            sends = pair.sendRequests(2);
            receives = pair.receiveRequests(1);
            id.use(pair);
            postReceive();
        }

        private void postReceive() {
            pair.post(receives.receive(RECEIVED).segment(region, 0, BYTES));
        }

        void send() {
            pair.post(sends.send(SENT).segment(region, BYTES, BYTES));
            while (sent == 0) {
                take();
            }
            sent--;
        }

        void write(MemoryRegion target, int writes, boolean notify) {
            for (int i = 0; i < writes; i++) {
                while (writing == WRITES) {
                    take();
                }
                writing++;
                boolean immediate = notify && !iwarp;
                SendRequests write = immediate
                        ? sends.writeImmediate(WRITTEN, target.address(), target.remoteKey(), i)
                        : sends.write(WRITTEN, target.address(), target.remoteKey());
                write.segment(memory, 0, LARGE);
                if (notify && iwarp) {
                    sends.send(NOTIFIED).segment(region, BYTES, Integer.BYTES).unsignaled();
                }
                pair.post(sends);
            }
        }

        void receive() {
            receive(1);
            postReceive();
        }

        void receive(int messages) {
            while (received < messages) {
                take();
            }
            received -= messages;
        }

        private void take() {
            queue.await(batch, LONG);
            for (int i = 0; i < batch.size(); i++) {
                switch ((int) batch.get(i).check().id()) {
                    case SENT -> sent++;
                    case WRITTEN -> writing--;
                    default -> received++;
                }
            }
        }
    }
}
