package io.verbena.linux;

import io.verbena.hca.AddressVector;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.EthernetAddress;
import io.verbena.hca.FlowCounter;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.RateLimit;
import io.verbena.hca.ReceiveHash;
import io.verbena.hca.WorkRequestOpcode;
import io.verbena.iba.Gid;
import io.verbena.iba.WireEnum;
import io.verbena.jni.verbs.IbvAhAttr;
import io.verbena.jni.verbs.IbvEce;
import io.verbena.jni.verbs.IbvFlows;
import io.verbena.jni.verbs.IbvQpAttr;
import io.verbena.jni.verbs.IbvQpInitAttrEx;
import io.verbena.jni.verbs.IbvQueuePairs;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.RecordMemory;
import java.lang.ref.Reference;
import java.math.BigInteger;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Queue pairs, address handles, multicast and flow steering by libibverbs. */
abstract class LinuxQueuePairs extends LinuxQueues {
    private static final int WITH_DOMAIN = 1;
    private static final int WITH_XRC_DOMAIN = 1 << 1;
    private static final int WITH_FLAGS = 1 << 2;
    private static final int WITH_HEADER_BYTES = 1 << 3;
    private static final int WITH_TABLE = 1 << 4;
    private static final int WITH_HASH = 1 << 5;
    private static final int WITH_SEND_OPERATIONS = 1 << 6;
    /** IBV_QP_CREATE_SOURCE_QPN, which tells that the source number is set and is not a flag of the caller. */
    private static final int FLAG_SOURCE_NUMBER = 1 << 10;

    private static final int MAC_BYTES = 6;
    private static final int NO_VLAN = 0xffff;

    LinuxQueuePairs(String device, long context) {
        super(device, context);
    }

    @Override
    public CreatedQueuePair createQueuePair(QueuePairRequest request) {
        IbvQpInitAttrEx to = write(request);
        RecordMemory key = writeHash(to, request.hash());
        long handle = outcome.handle("ibv_create_qp", IbvQueuePairs.createQp(context, to), key);
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
        to.mask |= WITH_HASH;
        return memory;
    }

    @Override
    public CreatedQueuePair openQueuePair(long xrcDomain, int number, long cookie) {
        long handle = outcome.handle("ibv_open_qp", IbvQueuePairs.openQp(context, xrcDomain, number, cookie));
        return new CreatedQueuePair(handle, IbvQueuePairs.qpNumber(handle), new QueuePairCapacity(0, 0, 0, 0, 0));
    }

    @Override
    public void modifyQueuePair(long queuePair, QueuePairAttributes attributes) {
        IbvQpAttr to = QueuePairAttributesConverter.write(attributes);
        outcome.check("ibv_modify_qp", IbvQueuePairs.modifyQp(queuePair, to, (int) attributes.mask()));
    }

    @Override
    public QueuePairAttributes queryQueuePair(long queuePair, Set<QueuePairAttribute> attributes) {
        IbvQpAttr from = new IbvQpAttr();
        int mask = (int) WireEnum.bitsOf(attributes);
        outcome.check("ibv_query_qp", IbvQueuePairs.queryQp(queuePair, from, mask));
        QueuePairAttributes to = QueuePairAttributesConverter.read(from, attributes);
        to.draining(attributes.contains(QueuePairAttribute.STATE) && from.draining != 0);
        return to;
    }

    @Override
    public EnhancedConnection queryEnhancedConnection(long queuePair) {
        IbvEce from = new IbvEce();
        outcome.check("ibv_query_ece", IbvQueuePairs.queryEce(queuePair, from));
        return new EnhancedConnection(from.vendorId, from.options);
    }

    @Override
    public EnhancedConnection setEnhancedConnection(long queuePair, EnhancedConnection wanted) {
        IbvEce both = new IbvEce();
        both.vendorId = wanted.vendorId();
        both.options = wanted.options();
        outcome.check("ibv_set_ece", IbvQueuePairs.setEce(queuePair, both));
        return new EnhancedConnection(both.vendorId, both.options);
    }

    @Override
    public void limitRate(long queuePair, RateLimit limit) {
        int answer = IbvQueuePairs.rateLimit(queuePair, limit.kilobits(), limit.burstBytes(), limit.packetBytes());
        outcome.check("ibv_modify_qp_rate_limit", answer);
    }

    @Override
    public boolean isDataInOrder(long queuePair, WorkRequestOpcode operation) {
        return IbvQueuePairs.dataInOrder(queuePair, operation.code()) != 0;
    }

    @Override
    public void destroyQueuePair(long queuePair) {
        outcome.check("ibv_destroy_qp", IbvQueuePairs.destroyQp(queuePair));
    }

    @Override
    public long createAddressHandle(long domain, AddressVector address) {
        return outcome.handle("ibv_create_ah", IbvQueuePairs.createAh(domain, AttributeStructs.write(address)));
    }

    @Override
    public AddressVector replyAddress(int port, RecordMemory completions, int offset, RecordMemory header) {
        IbvAhAttr from = new IbvAhAttr();
        try {
            int answer = IbvQueuePairs.initAh(context, port, completions.address() + offset, header.address(), from);
            outcome.check("ibv_init_ah_from_wc", answer);
        } finally {
            Reference.reachabilityFence(completions);
            Reference.reachabilityFence(header);
        }
        return AttributeStructs.read(from);
    }

    @Override
    public EthernetAddress resolveEthernet(AddressVector way) {
        byte[] mac = new byte[MAC_BYTES];
        int vlan = outcome.check(
                "ibv_resolve_eth_l2_from_gid",
                IbvQueuePairs.resolveEthernet(context, AttributeStructs.write(way), mac));
        return new EthernetAddress(
                new BigInteger(1, mac).longValueExact(), vlan == NO_VLAN ? OptionalInt.empty() : OptionalInt.of(vlan));
    }

    @Override
    public void destroyAddressHandle(long addressHandle) {
        outcome.check("ibv_destroy_ah", IbvQueuePairs.destroyAh(addressHandle));
    }

    @Override
    public void attachMulticast(long queuePair, Gid group, int lid) {
        byte[] gid = AttributeStructs.bytes(group);
        outcome.check("ibv_attach_mcast", IbvQueuePairs.attachMulticast(queuePair, gid, lid));
    }

    @Override
    public void detachMulticast(long queuePair, Gid group, int lid) {
        byte[] gid = AttributeStructs.bytes(group);
        outcome.check("ibv_detach_mcast", IbvQueuePairs.detachMulticast(queuePair, gid, lid));
    }

    @Override
    public long createFlow(long queuePair, RecordMemory rule) {
        return outcome.handle("ibv_create_flow", IbvFlows.createFlow(queuePair, rule.address()), rule);
    }

    @Override
    public void destroyFlow(long flow) {
        outcome.check("ibv_destroy_flow", IbvFlows.destroyFlow(flow));
    }

    @Override
    public long createEspAction(RecordMemory action) {
        return outcome.handle("ibv_create_flow_action_esp", IbvFlows.createEsp(context, action.address()), action);
    }

    @Override
    public void modifyEspAction(long action, RecordMemory change) {
        outcome.check("ibv_modify_flow_action_esp", IbvFlows.modifyEsp(action, change.address()), change);
    }

    @Override
    public void destroyAction(long action) {
        outcome.check("ibv_destroy_flow_action", IbvFlows.destroyAction(action));
    }

    @Override
    public long createCounters() {
        return outcome.handle("ibv_create_counters", IbvFlows.createCounters(context));
    }

    @Override
    public void attachCounter(long counters, FlowCounter what, int index, long flow) {
        int answer = IbvFlows.attachCounters(counters, what.code(), index, flow);
        outcome.check("ibv_attach_counters_point_flow", answer);
    }

    @Override
    public void readCounters(long counters, RecordMemory values, int count, boolean cached) {
        int answer = IbvFlows.readCounters(counters, values.address(), count, cached ? 1 : 0);
        outcome.check("ibv_read_counters", answer, values);
    }

    @Override
    public void destroyCounters(long counters) {
        outcome.check("ibv_destroy_counters", IbvFlows.destroyCounters(counters));
    }
}
