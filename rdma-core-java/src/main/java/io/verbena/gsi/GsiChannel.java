package io.verbena.gsi;

import io.verbena.error.RdmaException;
import io.verbena.hca.GidTableEntry;
import io.verbena.iba.Gid;
import io.verbena.iba.GlobalRouteHeader;
import io.verbena.spi.GlobalRoute;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadReceiver;
import io.verbena.spi.MadRegistration;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.CompletionBatch;
import io.verbena.verbs.CompletionQueue;
import io.verbena.verbs.Context;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.WorkCompletion;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Channel for the general services of a port through verbs. Requests are sent from a UD queue pair to queue pair 1 of
 * other ports, and the responses return to it (IBA 13.5.1). There is one queue pair per partition. Servers receive
 * requests that are sent to {@link #queuePair}, for example after a redirection; requests to queue pair 1 go to the
 * kernel.
 */
public final class GsiChannel implements MadChannel {
    private static final System.Logger LOG = System.getLogger(GsiChannel.class.getPackageName());
    private static final int BATCH = 64;
    private static final int MAX_PARTITIONS = 16;
    private static final int FIRST = 0;

    private final String name;
    private final Context context;
    private final int port;
    private final Agents agents;
    private final ProtectionDomain domain;
    private final SendSlots sends;
    private final CompletionQueue receives;
    private final CompletionBatch batch;
    private final Sources sources;

    /** Extended by the sending thread, and read by the receiving thread. */
    private final List<GsiQueuePair> pairs = new CopyOnWriteArrayList<>();

    private final AtomicBoolean wokenUp = new AtomicBoolean();

    /** Numbers of queue pairs that the receiving thread has reset, for the sending thread. */
    private final Queue<Integer> restarted = new ConcurrentLinkedQueue<>();

    /** Whether a receive of the current queue pair has failed. */
    private boolean failed;

    /**
     * Opens a channel on a port of a device. Closing the channel closes the device.
     *
     * @param context the device, opened for this channel only
     * @param port number of the port, from 1
     * @throws RdmaException if the device lacks resources; it is closed then
     */
    public GsiChannel(Context context, int port) {
        this.name = context.device() + "/" + port;
        this.context = context;
        this.port = port;
        this.agents = new Agents(name);
        this.sources = new Sources(context, port);
        try {
            this.domain = context.protectionDomain();
            this.sends = new SendSlots(context, domain, port, this::resumeSending);
            this.receives =
                    context.completionQueue(MAX_PARTITIONS * GsiQueuePair.SLOTS, context.completionChannel(), 0);
            this.batch = receives.batch(BATCH);
            pair(FIRST);
        } catch (RuntimeException e) {
            context.close();
            throw e;
        }
    }

    /** Returns the queue pair of the first partition. */
    @Override
    public int queuePair() {
        return pairs.get(FIRST).pair.number();
    }

    @Override
    public int register(MadRegistration registration) {
        return agents.add(registration);
    }

    @Override
    public void unregister(int agent) {
        agents.remove(agent);
    }

    @Override
    public boolean segments() {
        return false;
    }

    @Override
    public void send(int agent, MadAddress destination, ByteBuffer mad, int timeoutMillis) {
        agents.require(agent);
        if (mad.remaining() != Datagram.LENGTH) {
            throw new RdmaException("a datagram has " + Datagram.LENGTH + " bytes, not " + mad.remaining());
        }
        long own = Datagram.transactionId(mad);
        GsiQueuePair pair = pair(destination.pKeyIndex());
        // A queue pair takes no requests while the receiving thread restarts it.
        synchronized (pair) {
            for (Integer reset = restarted.poll(); reset != null; reset = restarted.poll()) {
                sends.forget(reset);
            }
            long transaction = Datagram.isAnswer(mad) ? own : agents.transaction(agent, own);
            sends.send(pair.pair, destination, mad, transaction);
        }
    }

    /** Returns the queue pair of a partition, which is created on first use. */
    private GsiQueuePair pair(int partitionKeyIndex) {
        for (GsiQueuePair pair : pairs) {
            if (pair.partitionKeyIndex == partitionKeyIndex) {
                return pair;
            }
        }
        if (pairs.size() == MAX_PARTITIONS) {
            throw new RdmaException(name + " sends in " + MAX_PARTITIONS
                    + " partitions already, which is the most for one channel; open another for the key at index "
                    + partitionKeyIndex);
        }
        GsiQueuePair made =
                new GsiQueuePair(domain, port, partitionKeyIndex, pairs.size(), sends.completions, receives);
        // Registered first, so that its completions are found.
        pairs.add(made);
        try {
            made.start();
        } catch (RuntimeException e) {
            pairs.remove(made);
            made.pair.close();
            throw e;
        }
        return made;
    }

    @Override
    public void receive(MadReceiver receiver, long timeoutNanos) {
        int count = receives.poll(batch);
        if (count == 0) {
            long seen = receives.events();
            receives.requestNotification(false);
            count = receives.poll(batch);
            if (count == 0 && !wokenUp.get()) {
                receives.awaitNotification(seen, Duration.ofNanos(timeoutNanos));
                count = receives.poll(batch);
            }
        }
        wokenUp.set(false);
        for (int i = 0; i < count; i++) {
            GsiQueuePair pair = pairOf(batch.get(i));
            handOn(receiver, batch.get(i), pair);
            // Only queue pairs that have received belong to this thread; the sending thread may be starting another
            // one.
            if (i + 1 == count || pairOf(batch.get(i + 1)) != pair) {
                restartOrPost(pair);
            }
        }
    }

    private GsiQueuePair pairOf(WorkCompletion received) {
        return pairs.get(GsiQueuePair.number(received.id()));
    }

    /** Delivers a received datagram. A failure costs only that datagram. */
    private void handOn(MadReceiver receiver, WorkCompletion received, GsiQueuePair pair) {
        if (!pair.isCurrent(received.id())) {
            return;
        }
        int slot = GsiQueuePair.slot(received.id());
        if (!received.isSuccess()) {
            failed = true;
        } else if (received.byteLength() == GlobalRouteHeader.LENGTH + Datagram.LENGTH) {
            ByteBuffer mad = pair.datagram(slot, received.byteLength());
            int agent = agents.find(mad);
            if (agent != Agents.NONE) {
                MadAddress source = sources.of(received, pair.partitionKeyIndex, pair.header(slot));
                receiver.received(agent, 0, source, mad);
            }
        }
        pair.release(slot);
    }

    private void restartOrPost(GsiQueuePair pair) {
        if (failed) {
            failed = false;
            if (restart(pair)) {
                return;
            }
        }
        pair.postReceives();
    }

    /** Restarts a queue pair if it has failed. Its sends are forgotten before the next one is posted. */
    private boolean restart(GsiQueuePair pair) {
        synchronized (pair) {
            if (!pair.restartIfFailed()) {
                return false;
            }
            restarted.add(pair.pair.number());
        }
        LOG.log(
                Level.WARNING,
                "{0}: queue pair {1} failed, and was restarted",
                name,
                String.valueOf(pair.pair.number()));
        return true;
    }

    private void resumeSending() {
        pairs.forEach(GsiQueuePair::resumeSending);
    }

    @Override
    public void wakeUp() {
        wokenUp.set(true);
        try {
            receives.wakeUp();
        } catch (ClosedObjectException e) {
            // The channel is closed and has no reader.
        }
    }

    @Override
    public void close() {
        context.close();
    }

    /** Determines the source addresses of datagrams, and caches the last one. Not thread safe. */
    private static final class Sources {
        private static final int IP_VERSION_6 = 6;
        private static final int NO_ROUTER = 64;

        // In front of a datagram over IPv4, the header is in the last 20 of the 40 bytes.
        private static final int IPV4_AT = 20;
        private static final int IPV4_SOURCE_AT = 12;
        private static final long MAPPED = 0xffff_0000_0000L;
        private static final int IP_VERSION_AT = 4;

        private final Context context;
        private final int port;
        private final byte[] bytes = new byte[GlobalRouteHeader.LENGTH];
        private final GlobalRouteHeader header = GlobalRouteHeader.LAYOUT.wrap(bytes, 0);
        private MadAddress last = MadAddress.DIRECTED;
        private Gid lastOwn = Gid.ZERO;
        private int lastOwnIndex;

        Sources(Context context, int port) {
            this.context = context;
            this.port = port;
        }

        /**
         * Returns the source of a completed receive.
         *
         * @param routeHeader the 40 bytes in front of the datagram
         */
        MadAddress of(WorkCompletion received, int partitionKeyIndex, ByteBuffer routeHeader) {
            GlobalRoute route = received.hasGlobalRoute() ? route(routeHeader) : null;
            MadAddress source = new MadAddress(
                    received.sourceLid(),
                    received.sourceQueuePair(),
                    MadAddress.GSI_QUEUE_KEY,
                    received.serviceLevel(),
                    received.pathBits(),
                    partitionKeyIndex,
                    route);
            if (!source.equals(last)) {
                last = source;
            }
            return last;
        }

        private @Nullable GlobalRoute route(ByteBuffer routeHeader) {
            routeHeader.get(routeHeader.position(), bytes);
            if (header.ipVersion() == IP_VERSION_6) {
                return new GlobalRoute(
                        header.sgid(), ownIndex(header.dgid()), header.flowLabel(), NO_ROUTER, header.trafficClass());
            }
            if (bytes[IPV4_AT] >> IP_VERSION_AT != IP_VERSION_AT) {
                return null;
            }
            int at = routeHeader.position() + IPV4_AT + IPV4_SOURCE_AT;
            Gid source = mapped(routeHeader.getInt(at));
            return new GlobalRoute(source, ownIndex(mapped(routeHeader.getInt(at + Integer.BYTES))), 0, NO_ROUTER, 0);
        }

        private static Gid mapped(int address) {
            return new Gid(0, MAPPED | Integer.toUnsignedLong(address));
        }

        /** Returns the index of the destination GID in the table of the port, or 0 if it is no longer there. */
        private int ownIndex(Gid own) {
            if (!own.equals(lastOwn)) {
                lastOwnIndex = context.gids().stream()
                        .filter(entry -> entry.port() == port && entry.gid().equals(own))
                        .mapToInt(GidTableEntry::index)
                        .findFirst()
                        .orElse(0);
                lastOwn = own;
            }
            return lastOwnIndex;
        }
    }
}
