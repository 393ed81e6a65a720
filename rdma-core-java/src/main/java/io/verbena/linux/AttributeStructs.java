package io.verbena.linux;

import io.verbena.hca.AccessFlag;
import io.verbena.hca.AddressVector;
import io.verbena.hca.AlternatePath;
import io.verbena.hca.MigrationState;
import io.verbena.hca.QueuePairAttribute;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairState;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.iba.Mtu;
import io.verbena.iba.WireEnum;
import io.verbena.jni.verbs.IbvAhAttr;
import io.verbena.jni.verbs.IbvQpAttr;
import java.nio.ByteBuffer;
import java.util.Set;

/** Attributes of queue pairs and addresses, to and from the structures of libibverbs. */
final class AttributeStructs {
    private AttributeStructs() {}

    static IbvQpAttr write(QueuePairAttributes from) {
        IbvQpAttr to = new IbvQpAttr();
        for (QueuePairAttribute attribute : from.set()) {
            write(to, attribute, from);
        }
        return to;
    }

    private static void write(IbvQpAttr to, QueuePairAttribute attribute, QueuePairAttributes from) {
        switch (attribute) {
            case STATE -> to.state = from.state().code();
            case CURRENT_STATE ->
                to.currentState = from.get(attribute, QueuePairState.class).code();
            case DRAIN_NOTIFICATION -> to.drainNotify = from.get(attribute, Boolean.class) ? 1 : 0;
            case ACCESS -> to.access = (int) WireEnum.bitsOf(from.access());
            case PARTITION_KEY_INDEX -> to.pkeyIndex = from.number(attribute);
            case PORT -> to.port = from.number(attribute);
            case QUEUE_KEY -> to.qkey = from.number(attribute);
            case ADDRESS -> writeAddress(to, from.get(attribute, AddressVector.class));
            case PATH_MTU -> to.pathMtu = from.get(attribute, Mtu.class).code();
            case TIMEOUT -> to.timeout = from.number(attribute);
            case RETRIES -> to.retries = from.number(attribute);
            case RNR_RETRIES -> to.rnrRetries = from.number(attribute);
            case RECEIVE_SEQUENCE_NUMBER -> to.receivePsn = from.number(attribute);
            case INITIATOR_DEPTH -> to.initiatorDepth = from.number(attribute);
            case ALTERNATE_PATH -> writeAlternate(to, from.get(attribute, AlternatePath.class));
            case MIN_RNR_TIMER -> to.minRnrTimer = from.number(attribute);
            case SEND_SEQUENCE_NUMBER -> to.sendPsn = from.number(attribute);
            case RESPONDER_RESOURCES -> to.responderResources = from.number(attribute);
            case MIGRATION_STATE ->
                to.migrationState = from.get(attribute, MigrationState.class).code();
            case CAPACITY -> writeCapacity(to, from.get(attribute, QueuePairCapacity.class));
            case DESTINATION_QUEUE_PAIR -> to.destination = from.number(attribute);
            case RATE_LIMIT -> to.rateLimit = from.number(attribute);
        }
    }

    private static void writeCapacity(IbvQpAttr to, QueuePairCapacity capacity) {
        to.maxSends = capacity.sends();
        to.maxReceives = capacity.receives();
        to.maxSendSegments = capacity.sendSegments();
        to.maxReceiveSegments = capacity.receiveSegments();
        to.maxInline = capacity.inlineBytes();
    }

    private static void writeAddress(IbvQpAttr to, AddressVector address) {
        to.ahPort = address.port();
        to.ahDlid = address.dlid().bits();
        to.ahSl = address.serviceLevel();
        to.ahPathBits = address.pathBits();
        to.ahRate = address.staticRate();
        to.ahGlobal = address.isGlobal() ? 1 : 0;
        to.ahDgid = bytes(address.dgid());
        to.ahSgidIndex = address.gidIndex();
        to.ahFlowLabel = address.flowLabel();
        to.ahHopLimit = address.hopLimit();
        to.ahTrafficClass = address.trafficClass();
    }

    private static void writeAlternate(IbvQpAttr to, AlternatePath path) {
        AddressVector address = path.address();
        to.alternatePkeyIndex = path.partitionKeyIndex();
        to.alternateTimeout = path.timeout();
        to.alternatePort = address.port();
        to.alternateAhPort = address.port();
        to.alternateAhDlid = address.dlid().bits();
        to.alternateAhSl = address.serviceLevel();
        to.alternateAhPathBits = address.pathBits();
        to.alternateAhRate = address.staticRate();
        to.alternateAhGlobal = address.isGlobal() ? 1 : 0;
        to.alternateAhDgid = bytes(address.dgid());
        to.alternateAhSgidIndex = address.gidIndex();
        to.alternateAhFlowLabel = address.flowLabel();
        to.alternateAhHopLimit = address.hopLimit();
        to.alternateAhTrafficClass = address.trafficClass();
    }

    static IbvAhAttr write(AddressVector address) {
        IbvAhAttr to = new IbvAhAttr();
        to.port = address.port();
        to.dlid = address.dlid().bits();
        to.sl = address.serviceLevel();
        to.pathBits = address.pathBits();
        to.rate = address.staticRate();
        to.global = address.isGlobal() ? 1 : 0;
        to.dgid = bytes(address.dgid());
        to.sgidIndex = address.gidIndex();
        to.flowLabel = address.flowLabel();
        to.hopLimit = address.hopLimit();
        to.trafficClass = address.trafficClass();
        return to;
    }

    static QueuePairAttributes read(IbvQpAttr from, Set<QueuePairAttribute> wanted) {
        QueuePairAttributes to = new QueuePairAttributes();
        for (QueuePairAttribute attribute : wanted) {
            read(to, attribute, from);
        }
        return to;
    }

    private static void read(QueuePairAttributes to, QueuePairAttribute attribute, IbvQpAttr from) {
        switch (attribute) {
            case STATE -> to.state(QueuePairState.of(from.state)).draining(from.draining != 0);
            case CURRENT_STATE -> to.currentState(QueuePairState.of(from.currentState));
            case DRAIN_NOTIFICATION -> to.drainNotification(from.drainNotify != 0);
            case ACCESS -> to.access(WireEnum.setOf(AccessFlag.class, Integer.toUnsignedLong(from.access)));
            case PARTITION_KEY_INDEX -> to.partitionKeyIndex(from.pkeyIndex & 0xffff);
            case PORT -> to.port(from.port & 0xff);
            case QUEUE_KEY -> to.queueKey(from.qkey);
            case ADDRESS -> to.address(readAddress(from));
            case PATH_MTU -> to.pathMtu(Mtu.of(from.pathMtu));
            case TIMEOUT -> to.timeout(from.timeout & 0x1f);
            case RETRIES -> to.retries(from.retries & 7);
            case RNR_RETRIES -> to.rnrRetries(from.rnrRetries & 7);
            case RECEIVE_SEQUENCE_NUMBER -> to.receiveSequenceNumber(from.receivePsn & 0xffffff);
            case INITIATOR_DEPTH -> to.initiatorDepth(from.initiatorDepth & 0xff);
            case ALTERNATE_PATH ->
                to.alternatePath(new AlternatePath(
                        readAlternate(from), from.alternatePkeyIndex & 0xffff, from.alternateTimeout & 0x1f));
            case MIN_RNR_TIMER -> to.minRnrTimer(from.minRnrTimer & 0x1f);
            case SEND_SEQUENCE_NUMBER -> to.sendSequenceNumber(from.sendPsn & 0xffffff);
            case RESPONDER_RESOURCES -> to.responderResources(from.responderResources & 0xff);
            case MIGRATION_STATE -> to.migrationState(MigrationState.of(from.migrationState));
            case CAPACITY ->
                to.capacity(new QueuePairCapacity(
                        from.maxSends,
                        from.maxReceives,
                        from.maxSendSegments,
                        from.maxReceiveSegments,
                        from.maxInline));
            case DESTINATION_QUEUE_PAIR -> to.destinationQueuePair(from.destination & 0xffffff);
            case RATE_LIMIT -> to.rateLimit(from.rateLimit);
        }
    }

    private static AddressVector readAddress(IbvQpAttr from) {
        return new AddressVector(
                from.ahPort & 0xff,
                Lid.of(from.ahDlid & 0xffff),
                from.ahSl & 0xf,
                from.ahPathBits & 0x7f,
                from.ahRate & 0xff,
                from.ahGlobal == 0 ? Gid.ZERO : gid(from.ahDgid),
                from.ahSgidIndex & 0xff,
                from.ahFlowLabel & 0xfffff,
                from.ahHopLimit & 0xff,
                from.ahTrafficClass & 0xff);
    }

    private static AddressVector readAlternate(IbvQpAttr from) {
        return new AddressVector(
                from.alternatePort & 0xff,
                Lid.of(from.alternateAhDlid & 0xffff),
                from.alternateAhSl & 0xf,
                from.alternateAhPathBits & 0x7f,
                from.alternateAhRate & 0xff,
                from.alternateAhGlobal == 0 ? Gid.ZERO : gid(from.alternateAhDgid),
                from.alternateAhSgidIndex & 0xff,
                from.alternateAhFlowLabel & 0xfffff,
                from.alternateAhHopLimit & 0xff,
                from.alternateAhTrafficClass & 0xff);
    }

    static AddressVector read(IbvAhAttr from) {
        return new AddressVector(
                from.port & 0xff,
                Lid.of(from.dlid & 0xffff),
                from.sl & 0xf,
                from.pathBits & 0x7f,
                from.rate & 0xff,
                from.global == 0 ? Gid.ZERO : gid(from.dgid),
                from.sgidIndex & 0xff,
                from.flowLabel & 0xfffff,
                from.hopLimit & 0xff,
                from.trafficClass & 0xff);
    }

    private static Gid gid(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Gid(buffer.getLong(), buffer.getLong());
    }

    static byte[] bytes(Gid gid) {
        return ByteBuffer.allocate(16)
                .putLong(gid.prefix())
                .putLong(gid.interfaceId())
                .array();
    }
}
