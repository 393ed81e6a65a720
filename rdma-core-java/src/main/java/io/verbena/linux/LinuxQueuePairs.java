package io.verbena.linux;

import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.iba.Gid;
import io.verbena.iba.WireEnum;
import io.verbena.jni.verbs.AhAttr;
import io.verbena.jni.verbs.QpAttr;
import io.verbena.jni.verbs.QpInitAttr;
import io.verbena.jni.verbs.VerbsQueuePairs;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.QueuePairRequest;
import io.verbena.spi.verbs.RecordMemory;
import java.util.Set;

/** Queue pairs by libibverbs. */
final class LinuxQueuePairs implements io.verbena.spi.verbs.VerbsQueuePairs {
    private static final int WITH_DOMAIN = 1;
    private static final int WITH_SEND_OPERATIONS = 1 << 6;

    private final long context;
    private final VerbsOutcome outcome;

    LinuxQueuePairs(long context, VerbsOutcome outcome) {
        this.context = context;
        this.outcome = outcome;
    }

    @Override
    public CreatedQueuePair createQueuePair(QueuePairRequest request) {
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
        to.mask = WITH_DOMAIN | (request.operations().isEmpty() ? 0 : WITH_SEND_OPERATIONS);
        long handle = outcome.handle("ibv_create_qp", VerbsQueuePairs.createQp(context, to));
        QueuePairCapacity capacity = new QueuePairCapacity(
                to.maxSends, to.maxReceives, to.maxSendSegments, to.maxReceiveSegments, to.maxInline);
        return new CreatedQueuePair(handle, VerbsQueuePairs.qpNumber(handle), capacity);
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
