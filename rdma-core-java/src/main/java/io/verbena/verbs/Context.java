package io.verbena.verbs;

import io.verbena.error.DeviceRemovedException;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionCounterLimits;
import io.verbena.hca.CompletionCounterType;
import io.verbena.hca.CompletionField;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.hca.DeviceClock;
import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.DmaHints;
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
import org.jspecify.annotations.Nullable;

/**
 * An open device, from which protection domains, completion queues and other objects are created. Queries are not cached. Every
 * call throws {@link io.verbena.error.SysException} if the device refuses it, and {@link io.verbena.error.UnsupportedException} if
 * the device or the installed rdma-core does not support it.
 */
public final class Context extends VerbsObject {
    private final AsyncEventReader events;

    /** Takes over an open device, which {@link #close} closes. */
    public Context(String device, VerbsDriver driver) {
        super(new OpenDevice(device, driver), Rank.QUEUE_PAIR, List.of(), 0, (opened, handle) -> opened.close());
        this.events = new AsyncEventReader(this);
        openDevice.onRemoval = () -> {
            refuseWithDependents(openDevice::removalException);
            events.start();
        };
    }

    /** Returns the name of the device, such as {@code mlx5_0}. */
    public String device() {
        return openDevice.toString();
    }

    /** Returns the index that the kernel assigned to the device, if there is one (ibv_get_device_index(3)). */
    public OptionalInt index() {
        int index = using(() -> driver.queryIndex());
        return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
    }

    /** Returns the identity and the capabilities of the device. */
    public DeviceProperties properties() {
        return using(() -> driver.queryDevice());
    }

    /** Returns the extended capabilities of the device (ibv_query_device_ex(3)). */
    public DeviceExtensions extensions() {
        return using(() -> driver.queryExtensions());
    }

    /** Returns the time of the clock that timestamps completions (ibv_query_rt_values_ex(3)). */
    public DeviceClock clock() {
        return using(() -> driver.queryClock());
    }

    /**
     * Returns the nanoseconds since an arbitrary instant, like {@link System#nanoTime}, but by the counter of processor cycles if
     * it has a constant rate. Programs that measure single messages use it where a system call would take longer than a message.
     * The first call takes 50 ms.
     */
    public long nanoTime() {
        return driver.nanoTime();
    }

    /** Returns the nanoseconds between two counts of the counter of processor cycles; 0 if it has no constant rate. */
    public double nanosPerCycle() {
        return driver.nanosPerCycle();
    }

    /**
     * Returns the file descriptor with which another process imports this open device by {@code Rdma.importVerbs}
     * (ibv_import_device(3)). The other process needs a copy of the descriptor. Both processes share the objects of the device.
     */
    public int descriptor() {
        return using(() -> driver.descriptor());
    }

    /**
     * Imports a protection domain that another process created, by its {@link ProtectionDomain#number} (ibv_import_pd(3)). The
     * other process must close it last.
     *
     * @throws io.verbena.error.SysException if there is no such domain, or the driver does not support it
     */
    public ProtectionDomain importProtectionDomain(int number) {
        return using(() ->
                new ProtectionDomain(this, List.of(this), driver.importDomain(number), 0, VerbsDriver::unimportDomain));
    }

    /**
     * Imports device memory that another process allocated, by its {@link DeviceMemory#number} and its length
     * (ibv_import_dm(3)). The other process must close it last.
     *
     * @throws io.verbena.error.SysException if there is no such memory, or the driver does not support it
     */
    public DeviceMemory importDeviceMemory(int number, long length) {
        MemoryRegion.checkedLength(length);
        return using(() ->
                new DeviceMemory(this, driver.importDeviceMemory(number), length, VerbsDriver::unimportDeviceMemory));
    }

    /** Returns the current attributes of a port; the first port is 1. */
    public PortProperties port(int number) {
        return using(() -> driver.queryPort(number));
    }

    /**
     * Returns the effective speed of a port in Mb/s, which may differ from that of its lanes for a virtual function or a bond
     * (ibv_query_port_speed(3), rdma-core 62).
     */
    public long portMegabits(int port) {
        return using(() -> driver.queryPortMegabits(port));
    }

    /** Returns the P_Key at an index, 16 bits; 0 for an empty entry. */
    public int partitionKey(int port, int index) {
        return using(() -> driver.queryPartitionKey(port, index));
    }

    /**
     * Returns the index of a P_Key, or else of another P_Key of the same partition.
     *
     * @throws NoSuchElementException if the port is not a member of the partition
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
                    openDevice, port, key));
        }
        return same;
    }

    /** Returns the GID at an index, if the entry is used. */
    public Optional<GidTableEntry> gid(int port, int index) {
        return using(() -> driver.queryGid(port, index));
    }

    /** Returns the used entries of the GID tables of all ports. */
    public List<GidTableEntry> gids() {
        return using(() -> driver.queryGids());
    }

    /**
     * Returns the used entries of the GID tables of all ports, without a query of the size of each table.
     *
     * @param max the maximum number of entries
     * @throws io.verbena.error.SysException with EINVAL if there are more
     */
    public List<GidTableEntry> gids(int max) {
        return using(() -> driver.queryGids(max));
    }

    /**
     * Resolves the GID of an address to an Ethernet address, as drivers do for an address handle (ibv_resolve_eth_l2_from_gid).
     *
     * @throws io.verbena.error.SysException if no host responds, or the port has no Ethernet addresses
     */
    public EthernetAddress ethernetAddress(AddressVector address) {
        return using(() -> driver.resolveEthernet(address));
    }

    /**
     * Returns the maximum number of bytes that this process may lock, and therefore register (RLIMIT_MEMLOCK, getrlimit(2)); {@link
     * Long#MAX_VALUE} without a limit.
     */
    public long lockableBytes() {
        return using(() -> driver.lockableBytes());
    }

    /** Creates a protection domain. */
    public ProtectionDomain protectionDomain() {
        return using(() -> new ProtectionDomain(this, driver.allocateProtectionDomain()));
    }

    /** Creates a thread domain, whose objects are used by one thread at a time; see {@link ProtectionDomain#within}. */
    public ThreadDomain threadDomain() {
        return using(() -> new ThreadDomain(this, driver.allocateThreadDomain()));
    }

    /**
     * Allocates memory of the device.
     *
     * @param length the number of bytes, at most {@link DeviceExtensions#maxDeviceMemoryBytes}
     * @param alignment the exponent n of the alignment of 2^n bytes
     */
    public DeviceMemory deviceMemory(long length, int alignment) {
        return DeviceMemory.allocate(this, length, alignment, () -> driver.allocateDeviceMemory(length, alignment));
    }

    /** Opens a domain of extended reliable connections that belongs to this process only. */
    public XrcDomain xrcDomain() {
        return openXrcDomain("", XrcDomainOpening.CREATE);
    }

    /**
     * Opens the domain of extended reliable connections of a file, which all processes that open it share.
     *
     * @param file an existing file, which is neither read nor written
     * @throws io.verbena.error.SysException if the file cannot be opened, or the device does not support it
     */
    public XrcDomain xrcDomain(Path file, XrcDomainOpening opening) {
        return openXrcDomain(file.toAbsolutePath().toString(), opening);
    }

    private XrcDomain openXrcDomain(String file, XrcDomainOpening opening) {
        boolean create = opening != XrcDomainOpening.EXISTING;
        boolean exclusive = opening == XrcDomainOpening.CREATE_NEW;
        return using(() -> new XrcDomain(this, driver.openXrcDomain(file, create, exclusive)));
    }

    /**
     * Creates a table that spreads packets over work queues.
     *
     * @param queues the entries, whose number is a power of two; a queue may occur several times
     * @throws IllegalArgumentException if the number of entries is not a power of two
     */
    public IndirectionTable indirectionTable(List<WorkQueue> queues) {
        return IndirectionTable.create(this, queues);
    }

    /** Creates counters of the packets that flow steering rules match. */
    public Counters counters() {
        return using(() -> new Counters(this, driver.createCounters()));
    }

    /** Returns the limits of the completion counters of the device (ibv_query_comp_cntr_caps(3), rdma-core 65). */
    public CompletionCounterLimits completionCounterLimits() {
        return using(() -> driver.queryCompletionCounters());
    }

    /** Creates a completion counter, whose completions and errors are 0. Requires rdma-core 65. */
    public CompletionCounter completionCounter(CompletionCounterType type) {
        return CompletionCounter.create(this, type, () -> driver.createCompletionCounter(type));
    }

    /**
     * Allocates a handle for hints of direct memory access, for {@link ProtectionDomain#register(DmaHandle, java.nio.ByteBuffer,
     * io.verbena.hca.AccessFlag...)}. Requires rdma-core 59.
     */
    public DmaHandle dmaHandle(DmaHints hints) {
        return using(() -> new DmaHandle(this, driver.allocateDmaHandle(hints), hints));
    }

    /**
     * Creates an action that encrypts or decrypts packets, for {@link QueuePair#steer(FlowRule, FlowAction, Counters...)}.
     * libibverbs does not report which devices support it.
     *
     * @throws IllegalArgumentException if the action has no association or no key
     */
    public FlowAction flowAction(EspAction action) {
        return FlowAction.create(this, action);
    }

    /** Returns whether this process may fork while it has registered memory (ibv_is_fork_initialized(3)). */
    public ForkState forkState() {
        return using(() -> driver.forkState());
    }

    /**
     * Permits this process to fork while it has registered memory, which makes registrations slower (ibv_fork_init(3)).
     *
     * @throws io.verbena.error.SysException if memory is registered already
     */
    public void initializeFork() {
        using(() -> driver.initializeFork());
    }

    /** Creates a completion channel, which notifies of the completions of queues. */
    public CompletionChannel completionChannel() {
        return using(() -> new CompletionChannel(this, driver.createCompletionChannel()));
    }

    /** Creates a completion queue with a minimum number of entries, which can only be polled. */
    public CompletionQueue completionQueue(int entries) {
        return completionQueue(entries, null, 0);
    }

    /** Creates a completion queue with a minimum number of entries, a channel, and a completion vector from 0. */
    public CompletionQueue completionQueue(int entries, @Nullable CompletionChannel channel, int vector) {
        return CompletionQueue.create(this, 0, entries, channel, vector, Set.of());
    }

    /** Creates an extended completion queue, whose completions report the given fields only. */
    public CompletionQueue completionQueue(
            int entries,
            @Nullable CompletionChannel channel,
            int vector,
            Set<CompletionField> fields,
            CompletionQueueFlag... use) {
        return CompletionQueue.create(this, 0, entries, channel, vector, fields, use);
    }

    /**
     * Returns the attributes of a port as of its last reported change, or as of the first query. A change may appear some
     * microseconds late.
     */
    public PortProperties cachedPort(int number) {
        return using(() -> events.port(number));
    }

    /**
     * Waits for an asynchronous event of the device (ibv_get_async_event(3)). Each event is returned once; at most 1,024 are
     * kept for this method, and the oldest are dropped first.
     *
     * <p>The library acts on events even if this method is never called: an object that {@linkplain AsyncEvent#isFatal fails}
     * refuses all calls with an {@link AsyncEventException}, all objects of a removed device refuse calls with a {@link
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

    /** Starts to read the events of the device. */
    @Override
    void adopted() {
        events.start();
    }

    @Override
    void wakeWaiters() {
        events.wakeUp();
    }

    @Override
    void released() {
        events.join();
    }

    @Override
    public String toString() {
        return device();
    }
}
