package io.verbena.spi.verbs;

import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.error.UnsupportedException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionField;
import io.verbena.hca.CompletionQueueFlag;
import io.verbena.hca.DeviceClock;
import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.EthernetAddress;
import io.verbena.hca.FlowCounter;
import io.verbena.hca.ForkState;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.MemoryAdvice;
import io.verbena.hca.PortProperties;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.RateLimit;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.WindowType;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkQueueFlag;
import io.verbena.hca.WorkQueueState;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.Gid;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An open device, as a provider implements it. A provider must implement the abstract methods. The default methods of
 * optional verbs throw {@link #unsupported}.
 *
 * <p>Objects are nonzero numbers that have a meaning for this driver only. A cookie is a number that the caller passes when
 * it creates an object; events of the object carry it.
 *
 * <p>Implementations are safe for use by several threads. The caller ensures that no call uses an object that is destroyed or
 * that another call is destroying, and that the driver is closed after all objects. Unless a method says otherwise, it throws
 * {@link SysException} if it fails.
 */
public interface VerbsDriver extends DataPath, AutoCloseable {
    /** Returns the name of the device. */
    String device();

    /**
     * Returns whether the system still has the device that was opened. If it does not, a call that failed with EIO, ENODEV or
     * ENXIO failed because the device was removed.
     */
    default boolean isPresent() {
        return true;
    }

    /** Returns the exception that the default methods throw, for the C function {@code call}. */
    default UnsupportedException unsupported(String call) {
        return new UnsupportedException(
                call, device(), Errno.EOPNOTSUPP, "the driver of this device does not support it");
    }

    /**
     * Closes the device.
     *
     * @throws SysException if the device still has objects
     */
    @Override
    void close();

    // Device and ports. Each query reads the current values.

    /** Returns the properties of the device ({@code ibv_query_device}). */
    DeviceProperties queryDevice();

    /** Returns the extended properties of the device ({@code ibv_query_device_ex}). */
    DeviceExtensions queryExtensions();

    /** Returns the index that the kernel assigned to the device, or -1 if the kernel does not report one. */
    default int queryIndex() {
        return -1;
    }

    /** Returns the current time of the clock of the completion timestamps. */
    default DeviceClock queryClock() {
        throw unsupported("ibv_query_rt_values_ex");
    }

    /** Returns the properties of a port. */
    PortProperties queryPort(int port);

    /** Returns the current data rate of a port in Mb/s. */
    default long queryPortMegabits(int port) {
        throw unsupported("ibv_query_port_speed");
    }

    /** Returns the partition key at an index, 16 bits. */
    int queryPartitionKey(int port, int index);

    /** Returns the entry at an index of the GID table, or nothing if it is not used. */
    Optional<GidTableEntry> queryGid(int port, int index);

    /** Returns the used entries of the GID tables of all ports. */
    List<GidTableEntry> queryGids();

    /**
     * Returns the used entries of the GID tables of all ports.
     *
     * @throws SysException with EINVAL if there are more than {@code max}
     */
    default List<GidTableEntry> queryGids(int max) {
        List<GidTableEntry> entries = queryGids();
        if (entries.size() > max) {
            throw new SysException(
                    "ibv_query_gid_table", device(), Errno.EINVAL, "more than " + max + " entries are used");
        }
        return entries;
    }

    // Domains.

    /** Allocates a protection domain. */
    long allocateProtectionDomain();

    /** Deallocates a protection domain or a parent domain. */
    void deallocateProtectionDomain(long domain);

    /** Allocates a thread domain. */
    default long allocateThreadDomain() {
        throw unsupported("ibv_alloc_td");
    }

    /** Deallocates a thread domain. */
    default void deallocateThreadDomain(long threads) {
        throw unsupported("ibv_dealloc_td");
    }

    /**
     * Allocates a parent domain, which {@link #deallocateProtectionDomain} deallocates.
     *
     * @param domain the protection domain that it encloses
     * @param threads a thread domain, or 0
     * @param allocator an allocator for the memory of its queues, or 0
     */
    default long allocateParentDomain(long domain, long threads, long allocator) {
        throw unsupported("ibv_alloc_parent_domain");
    }

    /** Creates an allocator for parent domains. */
    default long createAllocator(DomainMemory memory) {
        throw unsupported("ibv_alloc_parent_domain");
    }

    /** Destroys an allocator after all domains that use it. */
    default void destroyAllocator(long allocator) {
        throw unsupported("ibv_alloc_parent_domain");
    }

    /**
     * Opens the XRC domain of an existing file.
     *
     * @param file the file; empty for a private domain
     * @param create whether to create the domain if the file has none
     * @param exclusive whether to fail if the file has one
     */
    default long openXrcDomain(String file, boolean create, boolean exclusive) {
        throw unsupported("ibv_open_xrcd");
    }

    /** Closes an XRC domain. */
    default void closeXrcDomain(long domain) {
        throw unsupported("ibv_close_xrcd");
    }

    // Memory regions and windows.

    /** Returns the number of bytes that this process may lock to register them; the maximum long if there is no limit. */
    default long lockableBytes() {
        return Long.MAX_VALUE;
    }

    /** Registers a direct buffer from its position to its limit. The caller keeps the buffer reachable. */
    Registration registerMemory(long domain, ByteBuffer buffer, Set<AccessFlag> access);

    /** Registers a direct buffer whose first byte peers and scatter/gather entries address as {@code named}. */
    Registration registerMemory(long domain, ByteBuffer buffer, long named, Set<AccessFlag> access);

    /**
     * Registers memory by its address. The caller keeps it mapped. With {@link AccessFlag#ON_DEMAND}, address 0 and length -1
     * register the whole address space of the process.
     */
    default Registration registerMemory(long domain, long address, long length, Set<AccessFlag> access) {
        throw unsupported("ibv_reg_mr");
    }

    /** Returns the address of a direct buffer at its position, if the driver registers any memory of the process. */
    default long address(ByteBuffer buffer) {
        throw new UnsupportedException(
                "ibv_reg_mr", device(), Errno.EOPNOTSUPP, "the driver of this device does not work with addresses");
    }

    /** Registers memory of another device by its DMA-BUF descriptor. */
    default Registration registerDmaBuf(
            long domain, int descriptor, long offset, long length, long named, Set<AccessFlag> access) {
        throw unsupported("ibv_reg_dmabuf_mr");
    }

    /** Allocates a region that discards writes and reads as zeros. */
    default Registration allocateNullRegion(long domain) {
        throw unsupported("ibv_alloc_null_mr");
    }

    /**
     * Changes a region and returns the outcome.
     *
     * @throws UnsupportedException if the device does not support it; the region is unchanged
     */
    default Reregistration reregisterMemory(long region, RegionChange change) {
        throw unsupported("ibv_rereg_mr");
    }

    /**
     * Announces the use of memory.
     *
     * @param wait whether to wait until the advice was applied
     * @param segments {@code count} {@link SegmentRecord}s
     */
    default void adviseMemory(long domain, MemoryAdvice advice, boolean wait, RecordMemory segments, int count) {
        throw unsupported("ibv_advise_mr");
    }

    /** Prepares the process for fork, before the first registration of memory. */
    default void initializeFork() {
        throw unsupported("ibv_fork_init");
    }

    /** Returns whether the process may fork. */
    default ForkState forkState() {
        throw unsupported("ibv_is_fork_initialized");
    }

    /** Deregisters a region. */
    void deregisterMemory(long region);

    /** Allocates a memory window. */
    default long allocateWindow(long domain, WindowType type) {
        throw unsupported("ibv_alloc_mw");
    }

    /** Returns the remote key of a window, which each bind of a window of type 1 changes. */
    default int windowKey(long window) {
        throw unsupported("ibv_alloc_mw");
    }

    /** Deallocates a memory window. */
    default void deallocateWindow(long window) {
        throw unsupported("ibv_dealloc_mw");
    }

    /** Posts a request that binds a window of type 1 to a part of a region. */
    default void bindWindow(
            long queuePair,
            long window,
            long id,
            int sendFlags,
            long region,
            long address,
            long length,
            Set<AccessFlag> access) {
        throw unsupported("ibv_bind_mw");
    }

    // Device memory.

    /** Allocates memory of the device, aligned to 2^{@code alignment} bytes. */
    default long allocateDeviceMemory(long length, int alignment) {
        throw unsupported("ibv_alloc_dm");
    }

    /** Frees memory of the device. */
    default void freeDeviceMemory(long memory) {
        throw unsupported("ibv_free_dm");
    }

    /** Registers a part of memory of the device as a region with addresses from 0. */
    default Registration registerDeviceMemory(
            long domain, long memory, long offset, long length, Set<AccessFlag> access) {
        throw unsupported("ibv_reg_dm_mr");
    }

    /** Copies the remaining bytes of a direct buffer to memory of the device. */
    default void writeDeviceMemory(long memory, long offset, ByteBuffer from) {
        throw unsupported("ibv_memcpy_to_dm");
    }

    /** Fills the remaining bytes of a direct buffer from memory of the device. */
    default void readDeviceMemory(long memory, long offset, ByteBuffer to) {
        throw unsupported("ibv_memcpy_from_dm");
    }

    // Sharing between processes. A process that imported the device imports objects by the numbers that the kernel has
    // for them.

    /** Returns the descriptor of the open device, by which another process imports it. */
    default int descriptor() {
        throw unsupported("ibv_import_device");
    }

    /** Returns the kernel's number of a protection domain. */
    default int domainNumber(long domain) {
        throw unsupported("ibv_import_pd");
    }

    /** Returns the kernel's number of a region. */
    default int regionNumber(long region) {
        throw unsupported("ibv_import_mr");
    }

    /** Returns the kernel's number of memory of the device. */
    default int deviceMemoryNumber(long memory) {
        throw unsupported("ibv_import_dm");
    }

    /** Imports a protection domain. */
    default long importDomain(int number) {
        throw unsupported("ibv_import_pd");
    }

    /** Releases an imported protection domain; its owner keeps it. */
    default void unimportDomain(long domain) {
        throw unsupported("ibv_unimport_pd");
    }

    /** Imports a region. */
    default SharedRegion importRegion(long domain, int number) {
        throw unsupported("ibv_import_mr");
    }

    /** Releases an imported region; its owner keeps it. */
    default void unimportRegion(long region) {
        throw unsupported("ibv_unimport_mr");
    }

    /** Imports memory of the device. */
    default long importDeviceMemory(int number) {
        throw unsupported("ibv_import_dm");
    }

    /** Releases imported memory of the device; its owner keeps it. */
    default void unimportDeviceMemory(long memory) {
        throw unsupported("ibv_unimport_dm");
    }

    // Completion channels, completion queues, shared receive queues and work queues.

    /** Creates a completion channel. */
    long createCompletionChannel();

    /** Destroys a completion channel. */
    void destroyCompletionChannel(long channel);

    /** Creates a completion queue with at least {@code entries} entries; with channel 0 it has no events. */
    long createCompletionQueue(int entries, long cookie, long channel, int vector);

    /**
     * Creates an extended completion queue.
     *
     * @param fields the fields that its completions report
     * @param domain a parent domain, or 0
     */
    default long createExtendedCompletionQueue(
            int entries,
            long cookie,
            long channel,
            int vector,
            Set<CompletionField> fields,
            Set<CompletionQueueFlag> flags,
            long domain) {
        throw unsupported("ibv_create_cq_ex");
    }

    /** Returns the number of entries of a completion queue. */
    int completionQueueEntries(long queue);

    /** Changes the number of entries of a completion queue. */
    default void resizeCompletionQueue(long queue, int entries) {
        throw unsupported("ibv_resize_cq");
    }

    /** Delays events of a completion queue until it has {@code completions} completions or {@code micros} µs have passed. */
    default void moderateCompletionQueue(long queue, int completions, int micros) {
        throw unsupported("ibv_modify_cq");
    }

    /** Destroys a completion queue. */
    void destroyCompletionQueue(long queue);

    /** Creates a shared receive queue. */
    default long createSharedReceiveQueue(SharedReceiveQueueRequest request) {
        throw unsupported("ibv_create_srq");
    }

    /** Returns the number by which the peer of an XRC connection addresses a shared receive queue. */
    default int sharedReceiveQueueNumber(long queue) {
        throw unsupported("ibv_get_srq_num");
    }

    /** Changes the tag list of a shared receive queue by a {@link TagRecord}; writes the handle of an added tag to it. */
    default void changeTags(long queue, RecordMemory change) {
        throw unsupported("ibv_post_srq_ops");
    }

    /** Returns the attributes of a shared receive queue. */
    default SharedReceiveQueueAttributes querySharedReceiveQueue(long queue) {
        throw unsupported("ibv_query_srq");
    }

    /** Changes the number of requests of a shared receive queue. */
    default void resizeSharedReceiveQueue(long queue, int requests) {
        throw unsupported("ibv_modify_srq");
    }

    /** Arms the limit event of a shared receive queue. */
    default void limitSharedReceiveQueue(long queue, int limit) {
        throw unsupported("ibv_modify_srq");
    }

    /** Destroys a shared receive queue. */
    default void destroySharedReceiveQueue(long queue) {
        throw unsupported("ibv_destroy_srq");
    }

    /** Creates a work queue for receives. */
    default CreatedWorkQueue createWorkQueue(
            long domain, long completionQueue, WorkQueueAttributes attributes, long cookie) {
        throw unsupported("ibv_create_wq");
    }

    /** Moves a work queue from its expected state to the next. */
    default void modifyWorkQueue(long queue, WorkQueueState expected, WorkQueueState next) {
        throw unsupported("ibv_modify_wq");
    }

    /** Sets those of {@code changed} that are in {@code flags}, and clears the others. */
    default void modifyWorkQueue(long queue, Set<WorkQueueFlag> changed, Set<WorkQueueFlag> flags) {
        throw unsupported("ibv_modify_wq");
    }

    /** Destroys a work queue. */
    default void destroyWorkQueue(long queue) {
        throw unsupported("ibv_destroy_wq");
    }

    /** Creates an indirection table of 2^{@code logSize} work queues, 8 bytes each. */
    default long createTable(RecordMemory queues, int logSize) {
        throw unsupported("ibv_create_rwq_ind_table");
    }

    /** Destroys an indirection table. */
    default void destroyTable(long table) {
        throw unsupported("ibv_destroy_rwq_ind_table");
    }

    // Queue pairs, address handles and multicast.

    /** Creates a queue pair. */
    CreatedQueuePair createQueuePair(QueuePairRequest request);

    /** Opens the receiving queue pair of an XRC domain that another process created. */
    default CreatedQueuePair openQueuePair(long xrcDomain, int number, long cookie) {
        throw unsupported("ibv_open_qp");
    }

    /** Changes the attributes that are set. */
    void modifyQueuePair(long queuePair, QueuePairAttributes attributes);

    /** Returns the values of attributes. */
    QueuePairAttributes queryQueuePair(long queuePair, Set<QueuePairAttribute> attributes);

    /** Returns the options of enhanced connection establishment of a queue pair. */
    default EnhancedConnection queryEnhancedConnection(long queuePair) {
        throw unsupported("ibv_query_ece");
    }

    /** Requests options of enhanced connection establishment and returns those that were granted. */
    default EnhancedConnection setEnhancedConnection(long queuePair, EnhancedConnection wanted) {
        throw unsupported("ibv_set_ece");
    }

    /** Limits the send rate of a queue pair. */
    default void limitRate(long queuePair, RateLimit limit) {
        throw unsupported("ibv_modify_qp_rate_limit");
    }

    /** Returns whether the device writes the data of an operation in order. */
    default boolean isDataInOrder(long queuePair, WorkRequestOpcode operation) {
        return false;
    }

    /** Destroys a queue pair. */
    void destroyQueuePair(long queuePair);

    /** Creates an address handle. */
    default long createAddressHandle(long domain, AddressVector address) {
        throw unsupported("ibv_create_ah");
    }

    /**
     * Returns the address of the sender of a datagram.
     *
     * @param completions memory that contains the {@link CompletionRecord}
     * @param offset the offset of the record
     * @param header direct memory with the 40 bytes before the payload
     */
    default AddressVector replyAddress(int port, RecordMemory completions, int offset, RecordMemory header) {
        throw unsupported("ibv_init_ah_from_wc");
    }

    /** Returns the Ethernet destination of packets to an address. */
    default EthernetAddress resolveEthernet(AddressVector address) {
        throw unsupported("ibv_resolve_eth_l2_from_gid");
    }

    /** Destroys an address handle. */
    default void destroyAddressHandle(long addressHandle) {
        throw unsupported("ibv_destroy_ah");
    }

    /** Attaches a queue pair to a multicast group; the LID is 0 on Ethernet. */
    default void attachMulticast(long queuePair, Gid group, int lid) {
        throw unsupported("ibv_attach_mcast");
    }

    /** Detaches a queue pair from a multicast group. */
    default void detachMulticast(long queuePair, Gid group, int lid) {
        throw unsupported("ibv_detach_mcast");
    }

    // Flow steering rules, actions and counters.

    /** Creates the rule of a {@link FlowRecord}. */
    default long createFlow(long queuePair, RecordMemory rule) {
        throw unsupported("ibv_create_flow");
    }

    /** Destroys a rule. */
    default void destroyFlow(long flow) {
        throw unsupported("ibv_destroy_flow");
    }

    /** Creates the action of an {@link EspRecord}, which encrypts or decrypts packets. */
    default long createEspAction(RecordMemory action) {
        throw unsupported("ibv_create_flow_action_esp");
    }

    /** Changes the parts of an action that the {@link EspRecord} contains. */
    default void modifyEspAction(long action, RecordMemory change) {
        throw unsupported("ibv_modify_flow_action_esp");
    }

    /** Destroys an action that no rule uses. */
    default void destroyAction(long action) {
        throw unsupported("ibv_destroy_flow_action");
    }

    /** Creates counters, initially zero. */
    default long createCounters() {
        throw unsupported("ibv_create_counters");
    }

    /** Attaches the counter at an index to a rule; with flow 0, to the rules that are created with it later. */
    default void attachCounter(long counters, FlowCounter what, int index, long flow) {
        throw unsupported("ibv_attach_counters_point_flow");
    }

    /**
     * Reads the first {@code count} counters, 8 bytes each.
     *
     * @param cached whether values that the driver read earlier suffice
     */
    default void readCounters(long counters, RecordMemory values, int count, boolean cached) {
        throw unsupported("ibv_read_counters");
    }

    /** Destroys counters. */
    default void destroyCounters(long counters) {
        throw unsupported("ibv_destroy_counters");
    }
}
