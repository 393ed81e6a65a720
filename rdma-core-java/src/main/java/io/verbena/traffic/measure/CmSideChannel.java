package io.verbena.traffic.measure;

import io.verbena.cm.CmException;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.exchange.SideChannel;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Mtu;
import io.verbena.traffic.measure.Measurement.MeasureHost;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionChannel;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.Deadline;
import io.verbena.verbs.MemoryRegion;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.QueuePair;
import io.verbena.verbs.ReceiveRequests;
import io.verbena.verbs.WorkCompletion;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * A side channel over a reliable connection of the RDMA CM, by which the programs of perftest exchange parameters with {@code -z}
 * and {@code -R}: each write is a message, and each side has posted a receive for one message, because the sides take turns.
 */
final class CmSideChannel implements SideChannel {
    private static final Duration FOREVER = Duration.ofDays(3650);
    private static final int RECEIVED = 0;
    private static final int SENT = 1;

    private final CmId id;
    private final String peer;
    private final Context context;
    private final ProtectionDomain domain;
    private final CompletionChannel events;
    private final CompletionQueue queue;
    private final CompletionBatch completions;
    private final QueuePair pair;

    /** A message that is sent, before one that is received. */
    private final ByteBuffer memory = ByteBuffer.allocateDirect(2 * PerftestAddress.BINARY_LENGTH);

    private final MemoryRegion region;
    private final ReceiveRequests receives;
    private final ByteBuffer arrived =
            ByteBuffer.allocate(PerftestAddress.BINARY_LENGTH).limit(0);
    private boolean isSending;
    private boolean isEnded;

    private CmSideChannel(CmId id, MeasureHost host) {
        this.id = id;
        peer = id.peerAddress().map(InetSocketAddress::toString).orElse("the peer");
        context = host.device(id.device().orElseThrow());
        domain = context.protectionDomain();
        events = context.completionChannel();
        queue = context.completionQueue(4, events, 0);
        completions = queue.batch(1);
        pair = domain.queuePair(QueuePairType.RC)
                .completions(queue)
                .capacity(new QueuePairCapacity(1, 1, 1, 1, 0))
                .create();
        region = domain.register(memory, AccessFlag.LOCAL_WRITE);
        receives = pair.receiveRequests(1);
        id.use(pair);
        receive();
    }

    /** Listens at a port, and waits for a client. */
    static CmSideChannel accept(int port, MeasureHost host, MeasureOptions options) {
        EventChannel events = host.events();
        try (CmId listening = events.id(PortSpace.TCP)) {
            listening.bind(new InetSocketAddress(options.path().source(), port));
            listening.listen(1);
            ConnectionRequest request = listening.request(FOREVER);
            return new CmSideChannel(request.id(), host)
                    .connected(() -> request.accept(parameters(options), options.timeout()));
        }
    }

    /** Connects to a server that listens. */
    static CmSideChannel connect(InetSocketAddress server, MeasureHost host, MeasureOptions options) {
        CmId id = host.events().id(PortSpace.TCP);
        try {
            resolve(id, server, options);
        } catch (CmException e) {
            throw e.during("cannot reach " + server.getAddress().getHostAddress() + " by the RDMA CM");
        }
        return new CmSideChannel(id, host).connected(() -> id.connect(parameters(options), options.timeout()));
    }

    /** Resolves the address of the server and the route to it, from the local address of the options. */
    static void resolve(CmId id, InetSocketAddress server, MeasureOptions options) {
        if (options.path().source() != null) {
            id.bind(new InetSocketAddress(options.path().source(), 0));
        }
        id.resolve(server, options.timeout());
    }

    private static ConnectionParameters parameters(MeasureOptions options) {
        return ConnectionParameters.DEFAULTS.reads(0, 0).retries(options.path().retries(), 7);
    }

    /** Performs the step that connects, and closes this channel if it fails. */
    private CmSideChannel connected(Runnable step) {
        try {
            step.run();
            return this;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Returns the MTU of the port of the connection, or a lower maximum. */
    Mtu mtu(Mtu maximum) {
        return Station.mtu(context, id.port(), maximum);
    }

    private void receive() {
        receives.receive(RECEIVED).segment(region, PerftestAddress.BINARY_LENGTH, PerftestAddress.BINARY_LENGTH);
        pair.post(receives);
    }

    @Override
    public int read(ByteBuffer into, Duration timeout) throws IOException {
        Deadline deadline = Deadline.in(timeout);
        while (!arrived.hasRemaining()) {
            if (isEnded) {
                return -1;
            }
            if (!take(deadline)) {
                return 0;
            }
        }
        int count = Math.min(into.remaining(), arrived.remaining());
        into.put(arrived.slice(arrived.position(), count));
        arrived.position(arrived.position() + count);
        return count;
    }

    @Override
    public int write(ByteBuffer from, Duration timeout) throws IOException {
        Deadline deadline = Deadline.in(timeout);
        int count = Math.min(from.remaining(), PerftestAddress.BINARY_LENGTH);
        memory.put(0, from, from.position(), count);
        pair.post(pair.sendRequests(1).send(SENT).segment(region, 0, count));
        isSending = true;
        while (isSending) {
            if (isEnded) {
                throw new IOException("the peer has disconnected");
            }
            if (!take(deadline)) {
                return 0;
            }
        }
        from.position(from.position() + count);
        return count;
    }

    /** Waits for a completion; returns false if there is none in time. */
    private boolean take(Deadline deadline) {
        int count = deadline.isOver() ? queue.poll(completions) : queue.await(completions, deadline);
        if (count == 0) {
            return false;
        }
        WorkCompletion completion = completions.get(0);
        if (!completion.isSuccess()) {
            isEnded = true;
        } else if (completion.id() == SENT) {
            isSending = false;
        } else {
            arrived.clear()
                    .put(0, memory, PerftestAddress.BINARY_LENGTH, completion.byteLength())
                    .limit(completion.byteLength());
            receive();
        }
        return true;
    }

    /** Closes the connection, but not the device. */
    @Override
    public void close() {
        id.close();
        pair.close();
        queue.close();
        events.close();
        domain.close();
    }

    @Override
    public String toString() {
        return peer;
    }
}
