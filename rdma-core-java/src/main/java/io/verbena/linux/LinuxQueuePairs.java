package io.verbena.linux;

import io.verbena.hca.AddressVector;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.EthernetAddress;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.RateLimit;
import io.verbena.hca.ReceiveHash;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.Gid;
import io.verbena.iba.WireEnum;
import io.verbena.jni.verbs.AhAttr;
import io.verbena.jni.verbs.Ece;
import io.verbena.jni.verbs.QpAttr;
import io.verbena.jni.verbs.QpInitAttr;
import io.verbena.jni.verbs.VerbsQueuePairs;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.RecordMemory;
import java.lang.ref.Reference;
import java.math.BigInteger;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Queue pairs by libibverbs. */
final class LinuxQueuePairs implements io.verbena.spi.verbs.VerbsQueuePairs {
    private static final int WITH_DOMAIN = 1;
    private static final int WITH_XRC_DOMAIN = 1 << 1;
    private static final int WITH_FLAGS = 1 << 2;
    private static final int WITH_HEADER_BYTES = 1 << 3;
    private static final int WITH_TABLE = 1 << 4;
    private static final int WITH_HASH = 1 << 5;
    private static final int WITH_SEND_OPERATIONS = 1 << 6;

    /** IBV_QP_CREATE_SOURCE_QPN: it says that there is a number, and is no choice of its own. */
    private static final int FLAG_SOURCE_NUMBER = 1 << 10;

    private static final int MAC_BYTES = 6;
    private static final int NO_VLAN = 0xffff;

    private final long context;
    private final VerbsOutcome outcome;

    LinuxQueuePairs(long context, VerbsOutcome outcome) {
        this.context = context;
        this.outcome = outcome;
    }

    @Override
    public CreatedQueuePair createQueuePair(QueuePairRequest request) {
        QpInitAttr to = write(request);
        RecordMemory key = writeHash(to, request.hash());
        long handle;
        try {
            handle = outcome.handle("ibv_create_qp", VerbsQueuePairs.createQp(context, to));
        } finally {
            Reference.reachabilityFence(key);
        }
        QueuePairCapacity capacity = new QueuePairCapacity(
                to.maxSends, to.maxReceives, to.maxSendSegments, to.maxReceiveSegments, to.maxInline);
        return new CreatedQueuePair(handle, VerbsQueuePairs.qpNumber(handle), capacity);
    }

    private static QpInitAttr write(QueuePairRequest request) {
        QpInitAttr to = new QpInitAttr();
        to.cookie = request.cookie();
        to.pd = request.domain();
        to.sendCq = request.sendQueue();
        to.receiveCq = request.receiveQueue();
        to.srq = request.sharedReceiveQueue();
        to.type = request.type().code();
        to.allSignaled = request.allSignaled() ? 1 : 0;
        to.maxSends = request.capacity().sends();
        to.maxReceives = request.capacity().receives();
        to.maxSendSegments = request.capacity().sendSegments();
        to.maxReceiveSegments = request.capacity().receiveSegments();
        to.maxInline = request.capacity().inlineBytes();
        to.sendOperations = WireEnum.bitsOf(request.operations());
        to.createFlags = (int) WireEnum.bitsOf(request.flags());
        if (request.sourceNumber() != 0) {
            to.createFlags |= FLAG_SOURCE_NUMBER;
            to.sourceNumber = request.sourceNumber();
        }
        to.maxTsoHeader = request.headerBytes();
        to.xrcd = request.xrcDomain();
        to.table = request.table();
        to.mask = (to.xrcd == 0 ? WITH_DOMAIN : WITH_XRC_DOMAIN)
                | (to.createFlags == 0 ? 0 : WITH_FLAGS)
                | (to.maxTsoHeader == 0 ? 0 : WITH_HEADER_BYTES)
                | (to.table == 0 ? 0 : WITH_TABLE)
                | (to.sendOperations == 0 ? 0 : WITH_SEND_OPERATIONS);
        return to;
    }

    /** The key, which C reads where it lies. */
    private static @Nullable RecordMemory writeHash(QpInitAttr to, @Nullable ReceiveHash hash) {
        if (hash == null) {
            return null;
        }
        byte[] key = hash.key();
        RecordMemory memory = LinuxData.memory(key.length);
        memory.bytes().put(0, key);
        to.hashFunction = hash.function().code();
        to.hashKeyLength = key.length;
        to.hashKey = memory.address();
        to.hashFields = WireEnum.bitsOf(hash.fields());
        to.mask |= WITH_HASH;
        return memory;
    }

    @Override
    public CreatedQueuePair openQueuePair(long xrcDomain, int number, long cookie) {
        long handle = outcome.handle("ibv_open_qp", VerbsQueuePairs.openQp(context, xrcDomain, number, cookie));
        return new CreatedQueuePair(handle, VerbsQueuePairs.qpNumber(handle), new QueuePairCapacity(0, 0, 0, 0, 0));
    }

    @Override
    public void modifyQueuePair(long queuePair, QueuePairAttributes attributes) {
        QpAttr to = AttributeStructs.write(attributes);
        outcome.check("ibv_modify_qp", VerbsQueuePairs.modifyQp(queuePair, to, (int) attributes.mask()));
    }

    @Override
    public QueuePairAttributes queryQueuePair(long queuePair, Set<QueuePairAttribute> attributes) {
        QpAttr from = new QpAttr();
        int mask = (int) WireEnum.bitsOf(attributes);
        outcome.check("ibv_query_qp", VerbsQueuePairs.queryQp(queuePair, from, mask));
        return AttributeStructs.read(from, attributes);
    }

    @Override
    public EnhancedConnection queryEnhancedConnection(long queuePair) {
        Ece from = new Ece();
        outcome.check("ibv_query_ece", VerbsQueuePairs.queryEce(queuePair, from));
        return new EnhancedConnection(from.vendorId, from.options);
    }

    @Override
    public EnhancedConnection setEnhancedConnection(long queuePair, EnhancedConnection wanted) {
        Ece both = new Ece();
        both.vendorId = wanted.vendorId();
        both.options = wanted.options();
        outcome.check("ibv_set_ece", VerbsQueuePairs.setEce(queuePair, both));
        return new EnhancedConnection(both.vendorId, both.options);
    }

    @Override
    public void limitRate(long queuePair, RateLimit limit) {
        int answer = VerbsQueuePairs.rateLimit(queuePair, limit.kilobits(), limit.burstBytes(), limit.packetBytes());
        outcome.check("ibv_modify_qp_rate_limit", answer);
    }

    @Override
    public boolean isDataInOrder(long queuePair, WorkRequestOpcode operation) {
        return VerbsQueuePairs.dataInOrder(queuePair, operation.code()) != 0;
    }

    @Override
    public void destroyQueuePair(long queuePair) {
        outcome.check("ibv_destroy_qp", VerbsQueuePairs.destroyQp(queuePair));
    }

    @Override
    public long createAddressHandle(long domain, AddressVector address) {
        return outcome.handle("ibv_create_ah", VerbsQueuePairs.createAh(domain, AttributeStructs.write(address)));
    }

    @Override
    public AddressVector replyAddress(int port, RecordMemory completions, int offset, RecordMemory header) {
        AhAttr from = new AhAttr();
        int answer = VerbsQueuePairs.initAh(context, port, completions.address() + offset, header.address(), from);
        outcome.check("ibv_init_ah_from_wc", answer);
        return AttributeStructs.read(from);
    }

    @Override
    public EthernetAddress resolveEthernet(AddressVector way) {
        byte[] mac = new byte[MAC_BYTES];
        int vlan = outcome.check(
                "ibv_resolve_eth_l2_from_gid",
                VerbsQueuePairs.resolveEthernet(context, AttributeStructs.write(way), mac));
        return new EthernetAddress(
                new BigInteger(1, mac).longValueExact(), vlan == NO_VLAN ? OptionalInt.empty() : OptionalInt.of(vlan));
    }

    @Override
    public void destroyAddressHandle(long addressHandle) {
        outcome.check("ibv_destroy_ah", VerbsQueuePairs.destroyAh(addressHandle));
    }

    @Override
    public void attachMulticast(long queuePair, Gid group, int lid) {
        byte[] gid = AttributeStructs.bytes(group);
        outcome.check("ibv_attach_mcast", VerbsQueuePairs.attachMulticast(queuePair, gid, lid));
    }

    @Override
    public void detachMulticast(long queuePair, Gid group, int lid) {
        byte[] gid = AttributeStructs.bytes(group);
        outcome.check("ibv_detach_mcast", VerbsQueuePairs.detachMulticast(queuePair, gid, lid));
    }
}
