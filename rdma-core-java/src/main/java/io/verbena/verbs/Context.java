package io.verbena.verbs;

import io.verbena.error.DeviceRemovedException;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionField;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.hca.DeviceClock;
import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.EthernetAddress;
import io.verbena.hca.ForkState;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.PortProperties;
import io.verbena.hca.XrcDomainOpening;
import io.verbena.iba.PartitionKeys;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.verbs.flow.EspAction;
import io.verbena.verbs.flow.FlowRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * An open device: what it is, and where its protection domains and completion queues come from. All queries read anew.
 * Every call throws {@link io.verbena.error.SysException} where the device refuses it.
 */
public final class Context extends VerbsObject {
    private final String device;
    private final VerbsDriver driver;
    private final CookieTable cookies = new CookieTable();
    private final AsyncEventReader events;

    /** What revealed that the device was removed; null while it is there. */
    private final AtomicReference<@Nullable RdmaException> removal = new AtomicReference<>();

    /** An open device, which this closes. */
    public Context(String device, VerbsDriver driver) {
        super(List.of());
        this.device = device;
        this.driver = driver;
        this.events = new AsyncEventReader(this, driver);
    }

    @Override
    Context context() {
        return this;
    }

    @Override
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

    /** The number that the kernel has for the device as long as it is there; none if it tells none (ibv_get_device_index(3)). */
    public OptionalInt index() {
        int index = using(() -> driver.queryIndex());
        return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
    }

    /** What the device is, and what it can do. */
    public DeviceProperties properties() {
        return using(() -> driver.queryDevice());
    }

    /** What it can do beyond that (ibv_query_device_ex(3)). */
    public DeviceExtensions extensions() {
        return using(() -> driver.queryExtensions());
    }

    /**
     * What the clock shows that completions are stamped by (ibv_query_rt_values_ex(3)).
     *
     * @throws io.verbena.error.UnsupportedException if the device has none
     */
    public DeviceClock clock() {
        return using(() -> driver.queryClock());
    }

    /**
     * The descriptor by which another process, that gets a copy of it from this one, imports this open device: {@code
     * Rdma.importVerbs} (ibv_import_device(3)). What both make of it is of both.
     */
    public int descriptor() {
        return using(() -> driver.descriptor());
    }

    /**
     * The protection domain of this device that another process made, by its {@link ProtectionDomain#number}
     * (ibv_import_pd(3)). Closing it leaves it to that process, which must not close it before.
     *
     * @throws io.verbena.error.SysException if there is none, or the driver cannot
     */
    public ProtectionDomain importProtectionDomain(int number) {
        return ProtectionDomain.imported(this, number);
    }

    /**
     * Memory of this device that another process allocated, by its {@link DeviceMemory#number} and its length
     * (ibv_import_dm(3)). Closing it leaves it to that process, which must not close it before.
     *
     * @throws io.verbena.error.SysException if there is none, or the driver cannot
     */
    public DeviceMemory importDeviceMemory(int number, long length) {
        return DeviceMemory.imported(this, number, length);
    }

    /** What a port is now; ports count from 1. */
    public PortProperties port(int number) {
        return using(() -> driver.queryPort(number));
    }

    /**
     * What a port carries at present in Mb/s, whatever its lanes are, as of a virtual function or a bond
     * (ibv_query_port_speed(3)).
     *
     * @throws io.verbena.error.UnsupportedException if the installed library, which must be of rdma-core 62 or later, or the
     *     device does not tell
     */
    public long portMegabits(int port) {
        return using(() -> driver.queryPortMegabits(port));
    }

    /** The partition key at an index, 16 bits; 0 where there is none. */
    public int partitionKey(int port, int index) {
        return using(() -> driver.queryPartitionKey(port, index));
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
            if (same < 0 && PartitionKeys.areOfOnePartition(found, key)) {
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
        return using(() -> driver.queryGid(port, index));
    }

    /** The entries of the GID tables that are used, of all ports. */
    public List<GidTableEntry> gids() {
        return using(() -> driver.queryGids());
    }

    /**
     * The same, if there are at most so many: for tables whose size is known, without a look at each port.
     *
     * @throws io.verbena.error.SysException with EINVAL if more are used
     */
    public List<GidTableEntry> gids(int most) {
        return using(() -> driver.queryGids(most));
    }

    /**
     * Looks up where packets to a GID go on an Ethernet link, as drivers do for an address handle
     * (ibv_resolve_eth_l2_from_gid).
     *
     * @throws io.verbena.error.SysException if nobody there answers, or the port is none of Ethernet
     */
    public EthernetAddress ethernetAddress(AddressVector way) {
        return using(() -> driver.resolveEthernet(way));
    }

    /**
     * How many bytes this process may register in all, as far as the system limits what it locks (RLIMIT_MEMLOCK, getrlimit(2));
     * {@link Long#MAX_VALUE} if it does not. Whoever registers more is refused.
     */
    public long lockableBytes() {
        return using(() -> driver.lockableBytes());
    }

    /** A protection domain. */
    public ProtectionDomain protectionDomain() {
        return using(() -> new ProtectionDomain(this, driver.allocateProtectionDomain()));
    }

    /**
     * Says that what is made with it is used by one thread at a time; see {@link ProtectionDomain#within}.
     *
     * @throws io.verbena.error.UnsupportedException if the device has none
     */
    public ThreadDomain threadDomain() {
        return using(() -> new ThreadDomain(this, driver.allocateThreadDomain()));
    }

    /**
     * So many bytes of memory of the device itself, which begin at a multiple of 2^{@code alignment} bytes; at most {@link
     * DeviceExtensions#maxDeviceMemoryBytes}.
     *
     * @throws io.verbena.error.UnsupportedException if it has none
     */
    public DeviceMemory deviceMemory(long length, int alignment) {
        return DeviceMemory.allocate(this, length, alignment);
    }

    /**
     * A domain of extended reliable connections that is of this process alone.
     *
     * @throws io.verbena.error.UnsupportedException if the device has none
     */
    public XrcDomain xrcDomain() {
        return XrcDomain.open(this, "", XrcDomainOpening.CREATE);
    }

    /**
     * The domain of extended reliable connections of a file, which every process that opens it shares.
     *
     * @param file a file that is there; nothing is read or written
     * @throws io.verbena.error.SysException if it cannot be opened, or the device has none
     */
    public XrcDomain xrcDomain(Path file, XrcDomainOpening opening) {
        return XrcDomain.open(this, file, opening);
    }

    /**
     * A table that spreads packets over work queues.
     *
     * @param queues as many as a power of two; one may stand in several places
     * @throws IllegalArgumentException if they are not
     * @throws io.verbena.error.UnsupportedException if the device has none
     */
    public IndirectionTable indirectionTable(List<WorkQueue> queues) {
        return IndirectionTable.create(this, queues);
    }

    /**
     * Counters of what rules match, at zero.
     *
     * @throws io.verbena.error.UnsupportedException if the device has none
     */
    public Counters counters() {
        return using(() -> new Counters(this, driver.createCounters()));
    }

    /**
     * An action that encrypts or decrypts packets, for {@link QueuePair#steer(FlowRule, FlowAction, Counters...)}. Which
     * devices have it, libibverbs does not tell.
     *
     * @throws IllegalArgumentException if it has no association or no key
     * @throws io.verbena.error.UnsupportedException if the device has none
     */
    public FlowAction flowAction(EspAction action) {
        return FlowAction.create(this, action);
    }

    /** Whether this process may fork while it has registered memory (ibv_is_fork_initialized(3)). */
    public ForkState forkState() {
        return using(() -> driver.forkState());
    }

    /**
     * Lets this process fork while it has registered memory, at some cost of each registration (ibv_fork_init(3)).
     *
     * @throws io.verbena.error.SysException if memory is registered already
     */
    public void initializeFork() {
        using(() -> driver.initializeFork());
    }

    /** A completion channel, on which completion queues tell that they have something. */
    public CompletionChannel completionChannel() {
        return using(() -> new CompletionChannel(this, driver.createCompletionChannel()));
    }

    /** A completion queue of at least so many entries, that can only be polled. */
    public CompletionQueue completionQueue(int entries) {
        return completionQueue(entries, null, 0);
    }

    /** A completion queue of at least so many entries, that tells on a channel; vectors count from 0. */
    public CompletionQueue completionQueue(int entries, @Nullable CompletionChannel channel, int vector) {
        return CompletionQueue.create(this, null, entries, channel, vector, Set.of());
    }

    /** An extended completion queue, whose completions tell these fields, and no others, and that is used so. */
    public CompletionQueue completionQueue(
            int entries,
            @Nullable CompletionChannel channel,
            int vector,
            Set<CompletionField> fields,
            CompletionQueueFlag... use) {
        return CompletionQueue.create(this, null, entries, channel, vector, fields, use);
    }

    /**
     * Returns what a port was when the device last reported a change of it, or when it was first read. The system is asked
     * only after such an event, so that a change may show some microseconds late.
     */
    public PortProperties cachedPort(int number) {
        return using(() -> events.port(number));
    }

    /**
     * Waits for an asynchronous event of the device (ibv_get_async_event(3)). Each event is returned once; at most 1,024 are
     * kept for this method, and the oldest are dropped first.
     *
     * <p>Nobody needs to call it for the library to act on events: an object that {@linkplain AsyncEvent#isFatal fails}
     * refuses all calls with an {@link AsyncEventException}, a removed device does so with all that was made of it by a {@link
     * DeviceRemovedException}, and {@link #onFailure} informs listeners.
     *
     * @return the event, or empty after the timeout
     * @throws ClosedObjectException if this context is closed
     * @throws DeviceRemovedException if the device was removed and its last event was returned before
     * @throws InterruptedWaitException if the thread is interrupted; its interrupt status is set
     */
    public Optional<AsyncEvent> awaitEvent(Duration timeout) {
        return events.await(Deadline.in(timeout));
    }

    /** Listens to the events of the device from now on. */
    @Override
    void adopted() {
        events.start();
    }

    /** Whether the device was removed. */
    boolean isRemoved() {
        return removal.get() != null;
    }

    private DeviceRemovedException removalException() {
        return new DeviceRemovedException(device, removal.get());
    }

    /** Refuses all calls on the device, the first time; the thread that reads its events does the rest. */
    void removed(RdmaException cause) {
        if (removal.compareAndSet(null, cause)) {
            refuseWithDependents(this::removalException);
            events.start();
        }
    }

    /** Informs the listeners of all objects of a removed device. */
    void reportRemoval() {
        reportWithDependents(this::removalException);
    }

    /** Whether a call failed because the device is gone. */
    boolean isRemovedBy(SysException failure) {
        if (!isRemoved() && isSignOfRemoval(failure.errno()) && !driver.isPresent()) {
            removed(failure);
        }
        return isRemoved();
    }

    private static boolean isSignOfRemoval(int errno) {
        return errno == Errno.EIO || errno == Errno.ENODEV || errno == Errno.ENXIO;
    }

    /** Returns what to throw for a failed call: that the device was removed, if that is why, or the failure itself. */
    RdmaException explain(SysException failure) {
        return isRemovedBy(failure) ? new DeviceRemovedException(device, failure) : failure;
    }

    @Override
    void wakeWaiters() {
        events.wakeUp();
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
    void released() {
        events.join();
    }

    @Override
    public String toString() {
        return device;
    }
}
