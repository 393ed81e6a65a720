package io.verbena.linux;

import io.verbena.error.Errno;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.CompletionCounterLimits;
import io.verbena.hca.CompletionCounterOperation;
import io.verbena.hca.DmaHints;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.EthernetAddress;
import io.verbena.hca.Flags;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.ReceiveHash;
import io.verbena.hca.ReregistrationOutcome;
import io.verbena.hca.SharedReceiveQueueAttributes;
import io.verbena.hca.SharedReceiveQueueType;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.hca.WorkQueueFlag;
import io.verbena.hca.WorkQueueState;
import io.verbena.iba.WireEnum;
import io.verbena.jni.Memory;
import io.verbena.jni.verbs.IbvAhAttr;
import io.verbena.jni.verbs.IbvAllocator;
import io.verbena.jni.verbs.IbvCompletionCounters;
import io.verbena.jni.verbs.IbvEce;
import io.verbena.jni.verbs.IbvMemory;
import io.verbena.jni.verbs.IbvQpAttr;
import io.verbena.jni.verbs.IbvQpInitAttrEx;
import io.verbena.jni.verbs.IbvQueuePairs;
import io.verbena.jni.verbs.IbvQueues;
import io.verbena.jni.verbs.IbvSrqAttr;
import io.verbena.jni.verbs.IbvSrqInitAttr;
import io.verbena.jni.verbs.IbvSrqInitAttrEx;
import io.verbena.jni.verbs.IbvWqAttr;
import io.verbena.jni.verbs.IbvWqInitAttr;
import io.verbena.spi.verbs.AllocatedBuffer;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.CreatedWorkQueue;
import io.verbena.spi.verbs.DomainMemory;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.RegionChange;
import io.verbena.spi.verbs.Registration;
import io.verbena.spi.verbs.Reregistration;
import io.verbena.spi.verbs.SharedReceiveQueueRequest;
import io.verbena.spi.verbs.SharedRegion;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The operations of libibverbs that fill structures or need more than one C function. */
abstract class LinuxObjects extends LinuxOperations {
    /** The bits of {@code enum ibv_rereg_mr_flags}. */
    private static final int CHANGE_MEMORY = 1;

    private static final int CHANGE_DOMAIN = 2;
    private static final int CHANGE_ACCESS = 4;

    /** The bits of {@code enum ibv_dmah_init_attr_mask}. */
    private static final int HINT_PROCESSOR = 1;

    private static final int HINT_PROCESSING = 2;
    private static final int HINT_MEMORY = 4;

    /** The bits of {@code enum ibv_mr_init_attr_mask}. */
    private static final int MR_IOVA = 1;

    private static final int MR_ADDRESS = 2;
    private static final int MR_DESCRIPTOR = 4;
    private static final int MR_OFFSET = 8;
    private static final int MR_HANDLE = 16;

    /** The size of {@code struct ibv_comp_cntr_caps}. */
    private static final int COUNTER_LIMITS = 16;

    /** The bits of {@code enum ibv_srq_attr_mask}. */
    private static final int SRQ_MAX_REQUESTS = 1;

    private static final int SRQ_LIMIT = 2;

    /** The bits of {@code enum ibv_srq_init_attr_mask}. */
    private static final int SRQ_TYPE = 1;

    private static final int SRQ_DOMAIN = 2;
    private static final int SRQ_XRC_DOMAIN = 4;
    private static final int SRQ_COMPLETION_QUEUE = 8;
    private static final int SRQ_TAGS = 16;

    /** The bits of {@code enum ibv_wq_init_attr_mask} and {@code enum ibv_wq_attr_mask}. */
    private static final int WQ_FLAGS = 1;

    private static final int WQ_CHANGE_STATE = 1;
    private static final int WQ_EXPECT_STATE = 2;
    private static final int WQ_CHANGE_FLAGS = 4;

    /** The bits of {@code enum ibv_qp_init_attr_mask}. */
    private static final int QP_DOMAIN = 1;

    private static final int QP_XRC_DOMAIN = 1 << 1;
    private static final int QP_FLAGS = 1 << 2;
    private static final int QP_HEADER_BYTES = 1 << 3;
    private static final int QP_TABLE = 1 << 4;
    private static final int QP_HASH = 1 << 5;
    private static final int QP_SEND_OPERATIONS = 1 << 6;

    /** IBV_QP_CREATE_SOURCE_QPN, which tells that the source number is set and is not a flag of the caller. */
    private static final int QP_SOURCE_NUMBER = 1 << 10;

    private static final int MAC_BYTES = 6;
    private static final int NO_VLAN = 0xffff;

    LinuxObjects(String device, long context) {
        super(device, context);
    }

    @Override
    public long lockableBytes() {
        return LockLimit.bytes(LockLimit.THIS_PROCESS);
    }

    @Override
    public Registration registerMemory(long domain, ByteBuffer buffer, Set<AccessFlag> access) {
        long address = address(buffer);
        return register(domain, address, buffer.remaining(), named(address, access), access, buffer);
    }

    @Override
    public Registration registerMemory(long domain, long address, long length, Set<AccessFlag> access) {
        return register(domain, address, length, named(address, access), access, null);
    }

    @Override
    public Registration registerMemory(long domain, ByteBuffer buffer, long named, Set<AccessFlag> access) {
        return register(domain, address(buffer), buffer.remaining(), named, access, buffer);
    }

    private Registration register(
            long domain, long address, long length, long named, Set<AccessFlag> access, @Nullable Object used) {
        long region = IbvMemory.regMr(domain, address, length, named, bits(access));
        return registration(handle("ibv_reg_mr", region, used), named);
    }

    /** Returns the address of the first byte for scatter/gather entries and for peers. */
    private static long named(long address, Set<AccessFlag> access) {
        return access.contains(AccessFlag.ZERO_BASED) ? 0 : address;
    }

    private static int bits(Set<? extends WireEnum> flags) {
        return (int) WireEnum.bitsOf(flags);
    }

    @Override
    public long allocateDmaHandle(DmaHints hints) {
        int mask = (hints.processor().isPresent() ? HINT_PROCESSOR : 0)
                | (hints.processingHint().isPresent() ? HINT_PROCESSING : 0)
                | (hints.persistent().isPresent() ? HINT_MEMORY : 0);
        return handle(
                "ibv_alloc_dmah",
                IbvMemory.allocDmah(
                        context,
                        mask,
                        hints.processor().orElse(0),
                        hints.processingHint().orElse(0),
                        hints.persistent().orElse(false) ? 1 : 0));
    }

    @Override
    public Registration registerMemory(long domain, long handle, ByteBuffer buffer, Set<AccessFlag> access) {
        int mask = MR_IOVA | MR_ADDRESS | MR_HANDLE;
        long address = address(buffer);
        long named = named(address, access);
        long region = IbvMemory.regMrEx(domain, mask, address, buffer.remaining(), named, 0, 0, handle, bits(access));
        return registration(handle("ibv_reg_mr_ex", region, buffer), named);
    }

    @Override
    public Registration registerDmaBuf(
            long domain, long handle, int descriptor, long offset, long length, long named, Set<AccessFlag> access) {
        int mask = MR_IOVA | MR_DESCRIPTOR | MR_OFFSET | MR_HANDLE;
        long region = IbvMemory.regMrEx(domain, mask, 0, length, named, descriptor, offset, handle, bits(access));
        return registration(handle("ibv_reg_mr_ex", region), named);
    }

    @Override
    public AllocatedBuffer allocateBuffer(long domain, long length) {
        RecordMemory address = records(Long.BYTES);
        long buffer = handle("ibv_alloc_buf", IbvMemory.allocBuf(domain, length, address.address()), address);
        return new AllocatedBuffer(buffer, Memory.buffer(address.bytes().getLong(0), length));
    }

    @Override
    public Registration registerBuffer(long domain, long buffer, ByteBuffer part, Set<AccessFlag> access) {
        long address = address(part);
        long region = IbvMemory.regBufMr(domain, buffer, address, part.remaining(), bits(access));
        return registration(handle("ibv_reg_buf_mr", region, part), address);
    }

    @Override
    public CompletionCounterLimits queryCompletionCounters() {
        RecordMemory limits = records(COUNTER_LIMITS);
        handle("ibv_query_comp_cntr_caps", IbvCompletionCounters.queryLimits(context, limits.address()), limits);
        ByteBuffer bytes = limits.bytes();
        long operations = Integer.toUnsignedLong(bytes.getInt(Long.BYTES + Integer.BYTES));
        return new CompletionCounterLimits(
                bytes.getLong(0), bytes.getInt(Long.BYTES), Flags.of(CompletionCounterOperation.class, operations));
    }

    @Override
    public long readCompletionCounter(long counter, boolean errors) {
        RecordMemory value = records(Long.BYTES);
        int outcome = IbvCompletionCounters.read(counter, errors ? 1 : 0, value.address());
        handle("ibv_read_comp_cntr", outcome, value);
        return value.bytes().getLong(0);
    }

    /** Detects an unsupported verb, for which the library reports a lost region although the region is unchanged. */
    @Override
    public Reregistration reregisterMemory(long region, RegionChange change) {
        ByteBuffer buffer = change.buffer();
        long address = buffer == null ? change.address() : address(buffer);
        Set<AccessFlag> access = change.access();
        int flags = (change.length() == 0 ? 0 : CHANGE_MEMORY)
                | (change.domain() == 0 ? 0 : CHANGE_DOMAIN)
                | (access == null ? 0 : CHANGE_ACCESS);
        int bits = access == null ? 0 : bits(access);
        int answer = (int)
                keeping(buffer, IbvMemory.reregMr(region, flags, change.domain(), address, change.length(), bits));
        int errno = answer & 0xffff;
        if (errno == Errno.EOPNOTSUPP || errno == Errno.ENOSYS) {
            check("ibv_rereg_mr", -errno);
        }
        return new Reregistration(
                ReregistrationOutcome.of(answer >>> 16),
                answer == 0 ? 0 : errno == 0 ? Errno.EINVAL : errno,
                registration(region, address));
    }

    @Override
    public long createAllocator(DomainMemory memory) {
        return handle("ibv_alloc_parent_domain", IbvAllocator.create(new LinuxAllocator(memory)));
    }

    @Override
    public void destroyAllocator(long allocator) {
        IbvAllocator.destroy(allocator);
    }

    @Override
    public SharedRegion importRegion(long domain, int number) {
        long region = handle("ibv_import_mr", IbvMemory.importMr(domain, number));
        return new SharedRegion(registration(region, IbvMemory.mrAddress(region)), IbvMemory.mrLength(region));
    }

    @Override
    public long createSharedReceiveQueue(SharedReceiveQueueRequest request) {
        SharedReceiveQueueAttributes attributes = request.attributes();
        if (request.type() != SharedReceiveQueueType.BASIC) {
            return handle("ibv_create_srq_ex", IbvQueues.createSrqEx(context, extended(request)));
        }
        IbvSrqInitAttr to = new IbvSrqInitAttr();
        to.cookie = request.cookie();
        to.attributes(write(attributes));
        return handle("ibv_create_srq", IbvQueues.createSrq(request.domain(), to));
    }

    private static IbvSrqAttr write(SharedReceiveQueueAttributes attributes) {
        IbvSrqAttr to = new IbvSrqAttr();
        to.maxRequests = attributes.requests();
        to.maxSegments = attributes.segments();
        to.limit = attributes.limit();
        return to;
    }

    private static IbvSrqInitAttrEx extended(SharedReceiveQueueRequest request) {
        IbvSrqInitAttrEx to = new IbvSrqInitAttrEx();
        to.cookie = request.cookie();
        to.attributes(write(request.attributes()));
        to.type = request.type().code();
        to.pd = request.domain();
        to.xrcd = request.xrcDomain();
        to.cq = request.completionQueue();
        to.maxTags = request.tags();
        to.maxOperations = request.operations();
        to.mask = SRQ_TYPE
                | SRQ_DOMAIN
                | (to.xrcd == 0 ? 0 : SRQ_XRC_DOMAIN)
                | (to.cq == 0 ? 0 : SRQ_COMPLETION_QUEUE)
                | (to.maxTags == 0 ? 0 : SRQ_TAGS);
        return to;
    }

    @Override
    public SharedReceiveQueueAttributes querySharedReceiveQueue(long queue) {
        IbvSrqAttr from = new IbvSrqAttr();
        check("ibv_query_srq", IbvQueues.querySrq(queue, from));
        return new SharedReceiveQueueAttributes(from.maxRequests, from.maxSegments, from.limit);
    }

    @Override
    public void resizeSharedReceiveQueue(long queue, int requests) {
        IbvSrqAttr to = new IbvSrqAttr();
        to.maxRequests = requests;
        check("ibv_modify_srq", IbvQueues.modifySrq(queue, to, SRQ_MAX_REQUESTS));
    }

    @Override
    public void limitSharedReceiveQueue(long queue, int limit) {
        IbvSrqAttr to = new IbvSrqAttr();
        to.limit = limit;
        check("ibv_modify_srq", IbvQueues.modifySrq(queue, to, SRQ_LIMIT));
    }

    @Override
    public CreatedWorkQueue createWorkQueue(
            long domain, long completionQueue, WorkQueueAttributes attributes, long cookie) {
        IbvWqInitAttr to = new IbvWqInitAttr();
        to.cookie = cookie;
        to.maxRequests = attributes.requests();
        to.maxSegments = attributes.segments();
        to.pd = domain;
        to.cq = completionQueue;
        to.flags = bits(attributes.flags());
        to.mask = to.flags == 0 ? 0 : WQ_FLAGS;
        long queue = handle("ibv_create_wq", IbvQueues.createWq(context, to));
        return new CreatedWorkQueue(
                queue,
                IbvQueues.wqNumber(queue),
                new WorkQueueAttributes(to.maxRequests, to.maxSegments, attributes.flags()));
    }

    @Override
    public void modifyWorkQueue(long queue, WorkQueueState expected, WorkQueueState next) {
        IbvWqAttr to = new IbvWqAttr();
        to.mask = WQ_CHANGE_STATE | WQ_EXPECT_STATE;
        to.currentState = expected.code();
        to.state = next.code();
        check("ibv_modify_wq", IbvQueues.modifyWq(queue, to));
    }

    @Override
    public void modifyWorkQueue(long queue, Set<WorkQueueFlag> some, Set<WorkQueueFlag> these) {
        IbvWqAttr to = new IbvWqAttr();
        to.mask = WQ_CHANGE_FLAGS;
        to.flags = bits(these);
        to.flagsMask = bits(some);
        check("ibv_modify_wq", IbvQueues.modifyWq(queue, to));
    }

    @Override
    public CreatedQueuePair createQueuePair(QueuePairRequest request) {
        IbvQpInitAttrEx to = write(request);
        RecordMemory key = writeHash(to, request.hash());
        long handle = handle("ibv_create_qp", IbvQueuePairs.createQp(context, to), key);
        return new CreatedQueuePair(handle, IbvQueuePairs.qpNumber(handle), AttributeStructs.read(to.cap()));
    }

    private static IbvQpInitAttrEx write(QueuePairRequest request) {
        IbvQpInitAttrEx to = new IbvQpInitAttrEx();
        to.cookie = request.cookie();
        to.pd = request.domain();
        to.sendCq = request.sendQueue();
        to.receiveCq = request.receiveQueue();
        to.srq = request.sharedReceiveQueue();
        to.type = request.type().code();
        to.allSignaled = request.allSignaled() ? 1 : 0;
        to.cap(AttributeStructs.write(request.capacity()));
        to.sendOperations = WireEnum.bitsOf(request.operations());
        to.createFlags = bits(request.flags());
        if (request.sourceNumber() != 0) {
            to.createFlags |= QP_SOURCE_NUMBER;
            to.sourceNumber = request.sourceNumber();
        }
        to.maxTsoHeader = request.headerBytes();
        to.xrcd = request.xrcDomain();
        to.table = request.table();
        to.mask = (to.xrcd == 0 ? QP_DOMAIN : QP_XRC_DOMAIN)
                | (to.createFlags == 0 ? 0 : QP_FLAGS)
                | (to.maxTsoHeader == 0 ? 0 : QP_HEADER_BYTES)
                | (to.table == 0 ? 0 : QP_TABLE)
                | (to.sendOperations == 0 ? 0 : QP_SEND_OPERATIONS);
        return to;
    }

    /** Returns the memory of the key, which must stay reachable as long as C reads it. */
    private @Nullable RecordMemory writeHash(IbvQpInitAttrEx to, @Nullable ReceiveHash hash) {
        if (hash == null) {
            return null;
        }
        byte[] key = hash.key();
        RecordMemory memory = records(key.length);
        memory.bytes().put(0, key);
        to.hashFunction = hash.function().code();
        to.hashKeyLength = key.length;
        to.hashKey = memory.address();
        to.hashFields = WireEnum.bitsOf(hash.fields());
        to.mask |= QP_HASH;
        return memory;
    }

    @Override
    public CreatedQueuePair openQueuePair(long xrcDomain, int number, long cookie) {
        long handle = handle("ibv_open_qp", IbvQueuePairs.openQp(context, xrcDomain, number, cookie));
        return new CreatedQueuePair(handle, IbvQueuePairs.qpNumber(handle), new QueuePairCapacity(0, 0, 0, 0, 0));
    }

    @Override
    public void modifyQueuePair(long queuePair, QueuePairAttributes attributes) {
        IbvQpAttr to = QueuePairAttributesConverter.write(attributes);
        check("ibv_modify_qp", IbvQueuePairs.modifyQp(queuePair, to, (int) attributes.mask()));
    }

    @Override
    public QueuePairAttributes queryQueuePair(long queuePair, Set<QueuePairAttribute> attributes) {
        IbvQpAttr from = new IbvQpAttr();
        int mask = bits(attributes);
        check("ibv_query_qp", IbvQueuePairs.queryQp(queuePair, from, mask));
        QueuePairAttributes to = QueuePairAttributesConverter.read(from, attributes);
        to.draining(attributes.contains(QueuePairAttribute.STATE) && from.draining != 0);
        return to;
    }

    @Override
    public EnhancedConnection queryEnhancedConnection(long queuePair) {
        IbvEce from = new IbvEce();
        check("ibv_query_ece", IbvQueuePairs.queryEce(queuePair, from));
        return new EnhancedConnection(from.vendorId, from.options);
    }

    @Override
    public EnhancedConnection setEnhancedConnection(long queuePair, EnhancedConnection wanted) {
        IbvEce both = new IbvEce();
        both.vendorId = wanted.vendorId();
        both.options = wanted.options();
        check("ibv_set_ece", IbvQueuePairs.setEce(queuePair, both));
        return new EnhancedConnection(both.vendorId, both.options);
    }

    @Override
    public AddressVector replyAddress(int port, RecordMemory completions, int offset, RecordMemory header) {
        IbvAhAttr from = new IbvAhAttr();
        int answer = IbvQueuePairs.initAh(context, port, completions.address() + offset, header.address(), from);
        handle("ibv_init_ah_from_wc", keeping(completions, answer), header);
        return AttributeStructs.read(from);
    }

    @Override
    public EthernetAddress resolveEthernet(AddressVector way) {
        byte[] mac = new byte[MAC_BYTES];
        int vlan = check(
                "ibv_resolve_eth_l2_from_gid",
                IbvQueuePairs.resolveEthernet(context, AttributeStructs.write(way), mac));
        return new EthernetAddress(
                new BigInteger(1, mac).longValueExact(), vlan == NO_VLAN ? OptionalInt.empty() : OptionalInt.of(vlan));
    }
}
