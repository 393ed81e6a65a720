package io.verbena.embedded.hca.queue;

import io.verbena.hca.AsyncEventType;
import io.verbena.hca.CompletionField;
import io.verbena.spi.verbs.CompletionRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A completion queue (IBA 10.10): a ring that grows up to its capacity. A queue that overflows enters the error state
 * (IBA 11.6.3.1).
 */
public final class SimulatedCompletionQueue {
    private static final int BEGINNING = 64;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;

    /** The fields that are written only into the completions of queues that were created with them. */
    private static final Set<CompletionField> OPTIONAL = EnumSet.of(
            CompletionField.TAG,
            CompletionField.FLOW_TAG,
            CompletionField.VLAN,
            CompletionField.TIMESTAMP,
            CompletionField.WALLCLOCK);

    private final DataNetwork network;
    private final int size;
    private final Set<CompletionField> fields;
    private final boolean sourceGids;
    private final long cookie;
    private final @Nullable EventQueue channel;
    private final EventQueue events;
    private final ReentrantLock lock = new ReentrantLock();
    private int entries;
    private int slots;
    private ByteBuffer ring;
    private int first;
    private int count;
    private boolean armed;
    private boolean solicitedOnly;
    private boolean lost;

    /** Number of completions after which an event is due; 0 for an event at the first completion. */
    private int moderateCount;

    private long moderateNanos;

    /** The number of completions that count since an event was requested, and the number of the request. */
    private int delayed;

    private long requested;

    /**
     * Creates an empty queue.
     *
     * @param fields the additional fields of completions; null for a queue that is not extended
     * @param sourceGids whether completions report the source GIDs of scalable reliable datagrams
     * @param channel receives the events of this queue; null for none
     * @param events receives the asynchronous event of an overflow
     */
    public SimulatedCompletionQueue(
            DataNetwork network,
            int entries,
            @Nullable Set<CompletionField> fields,
            boolean sourceGids,
            long cookie,
            @Nullable EventQueue channel,
            EventQueue events) {
        this.network = network;
        this.entries = entries;
        this.sourceGids = sourceGids;
        this.size = fields == null ? CompletionRecord.SIZE : CompletionRecord.EXTENDED_SIZE;
        this.fields = EnumSet.copyOf(OPTIONAL);
        this.fields.retainAll(fields == null ? Set.of() : fields);
        this.cookie = cookie;
        this.channel = channel;
        this.events = events;
        this.slots = Math.min(entries, BEGINNING);
        this.ring = ring(slots);
    }

    private ByteBuffer ring(int ofSlots) {
        return ByteBuffer.allocate(ofSlots * size).order(ByteOrder.nativeOrder());
    }

    /** Adds a completion; returns false if the queue has overflowed. */
    boolean add(CompletionEntry completion) {
        lock.lock();
        try {
            if (lost || count == entries) {
                overflow();
                return false;
            }
            if (count == slots) {
                move(Math.min(entries, slots * 2));
            }
            int slot = first + count < slots ? first + count : first + count - slots;
            completion.write(ring, slot * size);
            writeFields(completion, slot * size);
            count++;
            if (armed && (!solicitedOnly || completion.isSolicited())) {
                delayed++;
                delayOrNotify();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void delayOrNotify() {
        if (moderateNanos == 0 || delayed >= moderateCount) {
            sendEvent();
        } else if (delayed == 1) {
            long event = requested;
            network.engine.at(network.timeline().nanoTime() + moderateNanos, () -> expired(event));
        }
    }

    private void expired(long event) {
        lock.lock();
        try {
            if (armed && requested == event) {
                sendEvent();
            }
        } finally {
            lock.unlock();
        }
    }

    private void sendEvent() {
        armed = false;
        if (channel != null) {
            channel.add(0, cookie);
        }
    }

    /** Delays events until there are {@code completed} completions, or until {@code micros} microseconds have passed. */
    public void moderate(int completed, int micros) {
        lock.lock();
        try {
            moderateCount = completed;
            moderateNanos = micros * NANOS_PER_MICRO;
        } finally {
            lock.unlock();
        }
    }

    private void writeFields(CompletionEntry completion, int at) {
        if (sourceGids) {
            completion.writeSourceGid(ring, at);
        }
        if (fields.isEmpty()) {
            return;
        }
        if (fields.contains(CompletionField.TAG)) {
            completion.writeTag(ring, at);
        }
        if (fields.contains(CompletionField.FLOW_TAG)) {
            completion.writeFlowTag(ring, at);
        }
        if (fields.contains(CompletionField.VLAN)) {
            completion.writeVlan(ring, at);
        }
        if (fields.contains(CompletionField.TIMESTAMP)) {
            ring.putLong(at + CompletionRecord.TIMESTAMP, network.timeline().nanoTime());
        }
        if (fields.contains(CompletionField.WALLCLOCK)) {
            ring.putLong(at + CompletionRecord.WALLCLOCK, System.currentTimeMillis() * NANOS_PER_MILLI);
        }
    }

    private void overflow() {
        if (!lost) {
            lost = true;
            events.add(AsyncEventType.COMPLETION_QUEUE_ERROR.code(), cookie);
        }
    }

    private void move(int toSlots) {
        ByteBuffer target = ring(toSlots);
        copy(target, 0, count);
        ring = target;
        slots = toSlots;
        first = 0;
    }

    private void copy(ByteBuffer target, int at, int wanted) {
        int straight = Math.min(wanted, slots - first);
        target.put(at, ring, first * size, straight * size);
        if (wanted > straight) {
            target.put(at + straight * size, ring, 0, (wanted - straight) * size);
        }
    }

    /**
     * Takes completions.
     *
     * @param max maximum number of completions to take
     * @return the number of completions taken
     */
    public int poll(ByteBuffer target, int max) {
        lock.lock();
        try {
            int taken = Math.min(max, count);
            copy(target, 0, taken);
            first = first + taken < slots ? first + taken : first + taken - slots;
            count -= taken;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Requests an event for the next completion, or for the next that is solicited or failed. */
    public void arm(boolean onlySolicited) {
        lock.lock();
        try {
            solicitedOnly = onlySolicited && (solicitedOnly || !armed);
            if (!armed) {
                delayed = 0;
                requested++;
            }
            armed = true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the capacity. */
    public int entries() {
        lock.lock();
        try {
            return entries;
        } finally {
            lock.unlock();
        }
    }

    /** Changes the capacity; returns false if the queue contains more completions. */
    public boolean resize(int wanted) {
        lock.lock();
        try {
            if (count > wanted) {
                return false;
            }
            move(Math.min(wanted, Math.max(count, BEGINNING)));
            entries = wanted;
            return true;
        } finally {
            lock.unlock();
        }
    }
}
