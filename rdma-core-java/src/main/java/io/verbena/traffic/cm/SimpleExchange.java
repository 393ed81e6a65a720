package io.verbena.traffic.cm;

import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.traffic.TrafficException;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.SharedReceiveQueue;
import io.verbena.verbs.XrcDomain;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * The exchanges of rdma_client(1) and rdma_xclient(1) with their servers: one connection and one message of 16 bytes. The
 * server of {@link #accept} returns the message; the servers of {@link #acceptOneWay} and {@link #acceptExtended} do not.
 */
public final class SimpleExchange {
    private static final int BYTES = 16;
    private static final CmTestOptions ONE =
            new CmTestOptions(PortSpace.TCP, 1, 1, BYTES, OptionalInt.empty(), OptionalInt.empty(), false);

    private SimpleExchange() {}

    /** Connects, sends a message, and waits for the message of the server. */
    public static CmTestReport connect(CmTestHost host, InetSocketAddress server) {
        return connect(host, server, true);
    }

    /** Connects and sends a message. */
    public static CmTestReport connectOneWay(CmTestHost host, InetSocketAddress server) {
        return connect(host, server, false);
    }

    private static CmTestReport connect(CmTestHost host, InetSocketAddress server, boolean returned) {
        try (CmTestResources resources = new CmTestResources(host)) {
            CmId id = resources.resolved(ONE, null, server);
            MessageEnd end =
                    returned ? resources.end(id, QueuePairType.RC, ONE) : resources.sender(id, QueuePairType.RC, ONE);
            id.connect(ConnectionParameters.DEFAULTS, host.timeout());
            end.tolerateEnd();
            end.send();
            end.awaitSent(host.timeout());
            if (returned) {
                end.awaitReceived(host.timeout());
            }
            id.disconnect(host.timeout());
            return resources.report();
        }
    }

    /** Waits for a client until the thread is interrupted, receives its message and sends one back. */
    public static CmTestReport accept(CmTestHost host, InetSocketAddress address) {
        return accept(host, address, true);
    }

    /** Waits for a client until the thread is interrupted, and receives its message. */
    public static CmTestReport acceptOneWay(CmTestHost host, InetSocketAddress address) {
        return accept(host, address, false);
    }

    private static CmTestReport accept(CmTestHost host, InetSocketAddress address, boolean returns) {
        try (CmTestResources resources = new CmTestResources(host)) {
            ConnectionRequest request = resources.request(resources.listening(PortSpace.TCP, address, 1));
            MessageEnd end = resources.end(request.id(), QueuePairType.RC, ONE);
            request.accept(ConnectionParameters.DEFAULTS, host.timeout());
            end.awaitReceived(host.timeout());
            if (returns) {
                end.send();
                end.awaitSent(host.timeout());
            }
            request.id().disconnect(host.timeout());
            return resources.report();
        }
    }

    /**
     * Connects with an extended reliable connection (XRC), and sends a message to the shared receive queue whose number the
     * server returns as private data.
     *
     * @throws io.verbena.error.UnsupportedException if the device has no XRC
     */
    public static CmTestReport connectExtended(CmTestHost host, InetSocketAddress server) {
        try (CmTestResources resources = new CmTestResources(host)) {
            CmId id = resources.resolved(ONE, null, server);
            ExtendedEnd end = new ExtendedEnd(resources.domain(id));
            QueuePair pair = end.domain
                    .queuePair(QueuePairType.XRC_SEND)
                    .completions(end.queue)
                    .capacity(new QueuePairCapacity(1, 0, 1, 0, 0))
                    .create();
            id.use(pair);
            ByteBuffer answer = id.connect(ConnectionParameters.DEFAULTS, host.timeout())
                    .parameters()
                    .privateData();
            if (answer.remaining() < Integer.BYTES) {
                throw new TrafficException(id + ": the server has not sent the number of its shared receive queue;"
                        + " run it with -c x, too");
            }
            pair.post(pair.sendRequests(1).send(0).segment(end.region, 0, BYTES).toSharedReceiveQueue(answer.getInt()));
            end.await("the completion of its message", host.timeout());
            id.disconnect(host.timeout());
            return end.report(1, 0);
        }
    }

    /**
     * Waits for a client with an extended reliable connection (XRC) until the thread is interrupted, and receives its message
     * from a shared receive queue.
     *
     * @throws io.verbena.error.UnsupportedException if the device has no XRC
     */
    public static CmTestReport acceptExtended(CmTestHost host, InetSocketAddress address) {
        try (CmTestResources resources = new CmTestResources(host)) {
            ConnectionRequest request = resources.request(resources.listening(PortSpace.TCP, address, 1));
            CmId id = request.id();
            ExtendedEnd end = new ExtendedEnd(resources.domain(id));
            XrcDomain xrc = end.domain.context().xrcDomain();
            SharedReceiveQueue receives =
                    end.domain.sharedReceiveQueue(SharedReceiveQueueAttributes.of(1, 1), xrc, end.queue);
            receives.post(receives.receiveRequests(1).receive(0).segment(end.region, 0, BYTES));
            id.use(end.domain.queuePair(QueuePairType.XRC_RECEIVE).in(xrc).create());
            byte[] number =
                    ByteBuffer.allocate(Integer.BYTES).putInt(receives.number()).array();
            request.accept(ConnectionParameters.DEFAULTS.privateData(number), host.timeout());
            end.await("the message of the client", host.timeout());
            id.disconnect(host.timeout());
            return end.report(0, 1);
        }
    }

    private static final class ExtendedEnd {
        final ProtectionDomain domain;
        final MemoryRegion region;
        final CompletionQueue queue;
        private final long start = System.nanoTime();

        ExtendedEnd(ProtectionDomain domain) {
            this.domain = domain;
            Context context = domain.context();
            region = domain.register(ByteBuffer.allocateDirect(BYTES), AccessFlag.LOCAL_WRITE);
            queue = context.completionQueue(2, context.completionChannel(), 0);
        }

        void await(String what, Duration timeout) {
            CompletionBatch batch = queue.batch(1);
            if (queue.await(batch, timeout) == 0) {
                throw new TrafficException(
                        domain.context() + ": " + what + " did not arrive within " + timeout.toMillis() + " ms");
            }
            batch.get(0).check();
        }

        CmTestReport report(int sent, int received) {
            return new CmTestReport(1, sent, received, System.nanoTime() - start);
        }
    }
}
