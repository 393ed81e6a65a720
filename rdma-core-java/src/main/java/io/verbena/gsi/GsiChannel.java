package io.verbena.gsi;

import io.verbena.error.RdmaException;
import io.verbena.iba.GlobalRouteHeader;
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
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The general services of one port by verbs: requests leave from a queue pair of datagrams to queue pair 1 of others, and
 * the answers come back to it (IBA 13.5.1). There is one queue pair for each partition that is used. Servers hear whoever
 * asks {@link #queuePair}, as those do that are redirected to it; what is sent to queue pair 1 is the kernel's.
 */
public final class GsiChannel implements MadChannel {
    private static final int BATCH = 64;
    private static final int MOST_PARTITIONS = 16;
    private static final int FIRST = 0;

    private final String name;
    private final Context context;
    private final int port;
    private final Agents agents;
    private final ProtectionDomain domain;
    private final SendSlots sends;
    private final CompletionQueue receives;
    private final CompletionBatch batch;
    private final AddressBook addresses;
    private final Sources sources;

    /** Grows by the thread that sends, and is read by the one that receives. */
    private final List<GsiQueuePair> pairs = new CopyOnWriteArrayList<>();

    private final AtomicBoolean wokenUp = new AtomicBoolean();

    /**
     * A channel on a port of a device, which it closes.
     *
     * @param context the device, opened for this channel only
     * @param port from 1
     * @throws RdmaException if the device lacks what it takes; the device is closed then
     */
    public GsiChannel(Context context, int port) {
        this.name = context.device() + "/" + port;
        this.context = context;
        this.port = port;
        this.agents = new Agents(name);
        this.sources = new Sources(context, port);
        try {
            this.domain = context.protectionDomain();
            this.sends = new SendSlots(context, domain);
            this.addresses = new AddressBook(domain, port, sends::drain);
            this.receives =
                    context.completionQueue(MOST_PARTITIONS * GsiQueuePair.SLOTS, context.completionChannel(), 0);
            this.batch = receives.batch(BATCH);
            pair(FIRST);
        } catch (RuntimeException e) {
            context.close();
            throw e;
        }
    }

    /** That of the first partition. */
    @Override
    public int queuePair() {
        return pairs.get(FIRST).pair().number();
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
        sends.send(
                pair(destination.pKeyIndex()).pair(),
                addresses.to(destination),
                destination.queuePair(),
                (int) destination.queueKey(),
                mad,
                Datagram.isAnswer(mad) ? own : agents.transaction(agent, own));
    }

    /** The queue pair of a partition, made when it is first needed. */
    private GsiQueuePair pair(int partitionKeyIndex) {
        for (GsiQueuePair pair : pairs) {
            if (pair.partitionKeyIndex() == partitionKeyIndex) {
                return pair;
            }
        }
        if (pairs.size() == MOST_PARTITIONS) {
            throw new RdmaException(name + " sends in " + MOST_PARTITIONS
                    + " partitions already, which is the most for one channel; open another for the key at index "
                    + partitionKeyIndex);
        }
        GsiQueuePair made = new GsiQueuePair(domain, partitionKeyIndex, pairs.size(), sends.completions(), receives);
        // What arrives at it must be found to be its own.
        pairs.add(made);
        try {
            made.start(port);
        } catch (RuntimeException e) {
            pairs.remove(made);
            made.pair().close();
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
            // Only those that have received are this thread's: another may be starting at the sender's.
            if (i + 1 == count || pairOf(batch.get(i + 1)) != pair) {
                pair.postReceives();
            }
        }
    }

    private GsiQueuePair pairOf(WorkCompletion received) {
        return pairs.get(GsiQueuePair.number(received.id()));
    }

    private void handOn(MadReceiver receiver, WorkCompletion received, GsiQueuePair pair) {
        int slot = GsiQueuePair.slot(received.id());
        received.check();
        if (received.byteLength() == GlobalRouteHeader.LENGTH + Datagram.LENGTH) {
            ByteBuffer mad = pair.datagram(slot, received.byteLength());
            int agent = agents.find(mad);
            if (agent != Agents.NOBODY) {
                MadAddress source = sources.of(received, pair.partitionKeyIndex(), pair.header(slot));
                receiver.received(agent, 0, source, mad);
            }
        }
        pair.giveBack(slot);
    }

    @Override
    public void wakeUp() {
        wokenUp.set(true);
        try {
            receives.wakeUp();
        } catch (ClosedObjectException e) {
            // Then nobody waits.
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
