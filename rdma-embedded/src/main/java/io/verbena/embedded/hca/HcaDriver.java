package io.verbena.embedded.hca;

import io.verbena.embedded.hca.memory.Refusals;
import io.verbena.embedded.hca.queue.Adapter;
import io.verbena.error.Errno;
import io.verbena.spi.verbs.EfaOperations;
import io.verbena.spi.verbs.RecordMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** An open adapter of an embedded host. The thread that posts a request executes it. */
public final class HcaDriver extends HcaFlows {
    private static final int NO_ADDRESS = 0;
    private static final int COOKIE = 8;

    /** The openings of all adapters in this JVM by their descriptors, without those that were imported. */
    private static final Map<Integer, HcaDriver> OPEN = new ConcurrentHashMap<>();

    /** The outcome of posting after the adapter was removed. */
    private static final long REMOVED = (long) Errno.EIO << Integer.SIZE;

    private final EfaOperations efa = new HcaEfa(this);

    /** Opens the adapter of a node under the name of its device. */
    public HcaDriver(String device, Adapter adapter) {
        this(device, adapter, new OpenFile());
        OPEN.put(file.descriptor, this);
    }

    private HcaDriver(String device, Adapter adapter, OpenFile file) {
        super(device, adapter, file);
        adapter.addListener(events);
        adapter.network().opened();
    }

    /**
     * Imports an adapter from another program of this JVM by its {@linkplain #descriptor descriptor}. Both share the protection
     * domains and the device memory.
     *
     * @throws io.verbena.error.SysException with EBADF if the adapter is not open with this descriptor
     */
    public static HcaDriver imported(String device, Adapter adapter, int descriptor) {
        HcaDriver opened = OPEN.get(descriptor);
        if (opened == null || opened.adapter != adapter) {
            throw new Refusals(device)
                    .refuse(
                            "ibv_import_device",
                            Errno.EBADF,
                            "the device is not open with descriptor " + descriptor
                                    + "; pass the descriptor of a context of this device that is open");
        }
        return new HcaDriver(device, adapter, opened.file);
    }

    @Override
    public boolean isPresent() {
        return !adapter.isRemoved();
    }

    @Override
    public EfaOperations efa() {
        return efa;
    }

    @Override
    public void close() {
        OPEN.remove(file.descriptor, this);
        adapter.removeListener(events);
        events.close();
        adapter.network().closed();
    }

    /** Allocates records, which the adapter finds by their buffers. */
    @Override
    public RecordMemory records(int bytes) {
        return new RecordMemory(ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()), NO_ADDRESS);
    }

    @Override
    public long postSend(long queuePair, RecordMemory requests, int stride, int count) {
        if (adapter.isRemoved()) {
            return REMOVED;
        }
        return adapter.queuePair(queuePair).postSend(requests, stride, count, false);
    }

    @Override
    public long postSendExtended(long queuePair, RecordMemory requests, int stride, int count) {
        if (adapter.isRemoved()) {
            return REMOVED;
        }
        return adapter.queuePair(queuePair).postSend(requests, stride, count, true);
    }

    @Override
    public long postReceive(long queuePair, RecordMemory requests, int stride, int count) {
        if (adapter.isRemoved()) {
            return REMOVED;
        }
        return adapter.queuePair(queuePair).postReceive(requests, stride, count);
    }

    @Override
    public long postSharedReceive(long sharedReceiveQueue, RecordMemory requests, int stride, int count) {
        if (adapter.isRemoved()) {
            return REMOVED;
        }
        return receives(sharedReceiveQueue).post(requests, stride, count);
    }

    @Override
    public long postWorkReceive(long workQueue, RecordMemory requests, int stride, int count) {
        if (adapter.isRemoved()) {
            return REMOVED;
        }
        return workQueue(workQueue).post(requests, stride, count);
    }

    @Override
    public int poll(long completionQueue, RecordMemory completions, int max) {
        return completions(completionQueue).poll(completions.bytes(), max);
    }

    @Override
    public long pollExtended(long completionQueue, long fields, RecordMemory completions, int max) {
        return completions(completionQueue).poll(completions.bytes(), max);
    }

    @Override
    public int requestNotification(long completionQueue, boolean solicitedOnly) {
        completions(completionQueue).arm(solicitedOnly);
        return 0;
    }

    @Override
    public int awaitCompletions(long channel, RecordMemory cookies, int max, int timeoutMillis) {
        return channel(channel)
                .take((index, head, cookie) -> cookies.bytes().putLong(index * Long.BYTES, cookie), max, timeoutMillis);
    }

    @Override
    public void wakeUpChannel(long channel) {
        channel(channel).wakeUp();
    }

    @Override
    public int awaitEvents(RecordMemory memory, int max, int timeoutMillis) {
        return events.take(
                (index, head, cookie) -> memory.bytes()
                        .putInt(index * EVENT_SIZE, (int) head)
                        .putInt(index * EVENT_SIZE + Integer.BYTES, (int) (head >>> Integer.SIZE))
                        .putLong(index * EVENT_SIZE + COOKIE, cookie),
                max,
                timeoutMillis);
    }

    @Override
    public void wakeUpEvents() {
        events.wakeUp();
    }
}
