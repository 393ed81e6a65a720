package io.verbena.verbs;

import io.verbena.hca.AsyncEventType;
import io.verbena.hca.CompletionField;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.PortProperties;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.spi.verbs.VerbsEvents;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An open device: what it is, and where its protection domains and completion queues come from. All queries read anew.
 * Every call throws {@link io.verbena.error.SysException} where the device refuses it.
 */
public final class Context extends VerbsObject {
    private static final int PKEY_MEMBERSHIP = 0x8000;

    private final String device;
    private final VerbsDriver driver;
    private final CookieTable cookies = new CookieTable();
    private final Object eventReader = new Object();
    private final RecordMemory event;

    /** An open device, which this closes. */
    public Context(String device, VerbsDriver driver) {
        super(List.of());
        this.device = device;
        this.driver = driver;
        this.event = driver.data().records(VerbsEvents.EVENT_SIZE);
    }

    @Override
    Context context() {
        return this;
    }

    VerbsDriver driver() {
        return driver;
    }

    CookieTable cookies() {
        return cookies;
    }

    /** The name of the device, {@code mlx5_0}. */
    public String device() {
        return device;
    }

    /** What the device is, and what it can do. */
    public DeviceProperties properties() {
        return using(() -> driver.queries().queryDevice());
    }

    /** What a port is now; ports count from 1. */
    public PortProperties port(int number) {
        return using(() -> driver.queries().queryPort(number));
    }

    /** The partition key at an index, 16 bits; 0 where there is none. */
    public int partitionKey(int port, int index) {
        return using(() -> driver.queries().queryPartitionKey(port, index));
    }

    /**
     * Where a partition key stands: the same key, or else one of the same partition.
     *
     * @throws NoSuchElementException if the port is not in that partition
     */
    public int partitionKeyIndex(int port, int key) {
        int keys = port(port).partitionKeys();
        int same = -1;
        for (int index = 0; index < keys; index++) {
            int found = partitionKey(port, index);
            if (found == key) {
                return index;
            }
            if (same < 0 && (found | PKEY_MEMBERSHIP) == (key | PKEY_MEMBERSHIP)) {
                same = index;
            }
        }
        if (same < 0) {
            throw new NoSuchElementException(String.format(
                    "%s/%d has no partition key 0x%04x; ask the administrator of the subnet for membership",
                    device, port, key));
        }
        return same;
    }

    /** The entry of the GID table at an index; none if it is not used. */
    public Optional<GidTableEntry> gid(int port, int index) {
        return using(() -> driver.queries().queryGid(port, index));
    }

    /** The entries of the GID tables that are used, of all ports. */
    public List<GidTableEntry> gids() {
        return using(() -> driver.queries().queryGids());
    }

    /** A protection domain. */
    public ProtectionDomain protectionDomain() {
        return using(() -> new ProtectionDomain(this, driver.memory().allocateProtectionDomain()));
    }

    /** A completion channel, on which completion queues tell that they have something. */
    public CompletionChannel completionChannel() {
        return using(() -> new CompletionChannel(this, driver.queues().createCompletionChannel()));
    }

    /** A completion queue of at least so many entries, that can only be polled. */
    public CompletionQueue completionQueue(int entries) {
        return completionQueue(entries, null, 0);
    }

    /** A completion queue of at least so many entries, that tells on a channel; vectors count from 0. */
    public CompletionQueue completionQueue(int entries, @Nullable CompletionChannel channel, int vector) {
        return CompletionQueue.create(this, entries, channel, vector, Set.of());
    }

    /** An extended completion queue, whose completions tell these fields, and no others. */
    public CompletionQueue completionQueue(
            int entries, @Nullable CompletionChannel channel, int vector, Set<CompletionField> fields) {
        return CompletionQueue.create(this, entries, channel, vector, fields);
    }

    /**
     * Waits for what the device tells unasked; one thread at a time. An object that failed for good refuses all later calls
     * with an {@link AsyncEventException}.
     *
     * @return none after the time
     */
    public Optional<AsyncEvent> awaitEvent(Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        synchronized (eventReader) {
            do {
                enter();
                try {
                    int count = driver.events().awaitEvents(event, 1, deadline.remainingMillis());
                    VerbsErrors.check("ibv_get_async_event", this, count);
                    if (count > 0) {
                        return Optional.of(read());
                    }
                } finally {
                    exit();
                }
            } while (!deadline.isOver());
        }
        return Optional.empty();
    }

    private AsyncEvent read() {
        AsyncEventType type = AsyncEventType.of(event.bytes().getInt(0));
        VerbsObject subject = type == AsyncEventType.DEVICE_FATAL
                ? this
                : cookies.find(event.bytes().getLong(8));
        AsyncEvent told = new AsyncEvent(type, event.bytes().getInt(4), subject);
        if (told.isFatal() && subject != null) {
            subject.fail(told);
        }
        return told;
    }

    @Override
    void wakeWaiters() {
        driver.events().wakeUp();
    }

    @Override
    int closingRank() {
        return 0;
    }

    @Override
    void destroy() {
        driver.close();
    }

    @Override
    public String toString() {
        return device;
    }
}
