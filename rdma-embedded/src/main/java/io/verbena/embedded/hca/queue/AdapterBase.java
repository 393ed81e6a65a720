package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.memory.KeyTable;
import io.verbena.embedded.hca.memory.NumberTable;
import io.verbena.embedded.hca.queue.TransportMessage.MessageReceiver;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** The part of a channel adapter that its queue pairs use: its network, keys, address handles and counter of retries. */
abstract class AdapterBase implements MessageReceiver {
    /** Maximum number of address handles of an adapter. */
    public static final int MAX_ADDRESS_HANDLES = 1 << 20;

    /** Maximum number of shared receive queues of an adapter. */
    public static final int MAX_SHARED_RECEIVE_QUEUES = 1 << 16;

    private final DataNetwork network;
    private final FabricNode node;
    private final KeyTable keys = new KeyTable();
    private final NumberTable<SimulatedAddressHandle> addressHandles = new NumberTable<>(1, MAX_ADDRESS_HANDLES);
    private final NumberTable<SimulatedSharedReceiveQueue> sharedReceiveQueues =
            new NumberTable<>(1, MAX_SHARED_RECEIVE_QUEUES);
    private final AtomicLong retries = new AtomicLong();

    /** Held during an atomic operation: operations are atomic among those of one adapter (IBA 9.4.5). */
    final Object atomics = new Object();

    AdapterBase(DataNetwork network, FabricNode node) {
        this.network = network;
        this.node = node;
    }

    /** Returns the fabric to which this adapter is connected. */
    public final DataNetwork network() {
        return network;
    }

    public final FabricNode node() {
        return node;
    }

    /** Returns a port of this adapter, which must exist. */
    public final FabricPort port(int number) {
        return Objects.requireNonNull(node.port(number));
    }

    /** Returns the memory regions and windows of this adapter. */
    public final KeyTable keys() {
        return keys;
    }

    /** Returns the number of memory regions and windows. */
    public final int keyCount() {
        return keys.size();
    }

    public final NumberTable<SimulatedAddressHandle> addressHandles() {
        return addressHandles;
    }

    public final NumberTable<SimulatedSharedReceiveQueue> sharedReceiveQueues() {
        return sharedReceiveQueues;
    }

    /** Returns the number of requests that queue pairs of this adapter have sent again. */
    public final long retries() {
        return retries.get();
    }

    final void countRetry() {
        retries.incrementAndGet();
    }
}
