package io.verbena.linux;

import io.verbena.hca.AddressVector;
import io.verbena.hca.AlternatePath;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.QueuePairType;
import io.verbena.iba.Gid;
import io.verbena.iba.Lid;
import io.verbena.jni.verbs.IbvAhAttr;
import io.verbena.jni.verbs.IbvQpAttr;
import io.verbena.jni.verbs.IbvQpCap;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Converts address vectors, paths and capacities to and from the structures of libibverbs. */
final class AttributeStructs {
    private AttributeStructs() {}

    static IbvQpCap write(QueuePairCapacity capacity) {
        IbvQpCap to = new IbvQpCap();
        to.maxSends = capacity.sends();
        to.maxReceives = capacity.receives();
        to.maxSendSegments = capacity.sendSegments();
        to.maxReceiveSegments = capacity.receiveSegments();
        to.maxInline = capacity.inlineBytes();
        return to;
    }

    static void write(IbvQpAttr to, AlternatePath path) {
        to.alternatePkeyIndex = path.partitionKeyIndex();
        to.alternateTimeout = path.timeout();
        to.alternatePort = path.address().port();
        to.alternateAh(write(path.address()));
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

    /** Reads the alternate path, whose port is not in its address in C. */
    static AlternatePath readAlternatePath(IbvQpAttr from) {
        IbvAhAttr address = from.alternateAh();
        address.port = from.alternatePort;
        return new AlternatePath(read(address), from.alternatePkeyIndex & 0xffff, from.alternateTimeout & 0x1f);
    }

    static QueuePairCapacity read(IbvQpCap from) {
        return new QueuePairCapacity(
                from.maxSends, from.maxReceives, from.maxSendSegments, from.maxReceiveSegments, from.maxInline);
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

    /** Returns the types of queue pairs whose codes are the indices of the bits of a mask. */
    static Set<QueuePairType> queuePairTypes(int mask) {
        EnumSet<QueuePairType> types = EnumSet.noneOf(QueuePairType.class);
        for (QueuePairType type : QueuePairType.values()) {
            int code = type.code();
            if (code >= 0 && code < Integer.SIZE && (mask >>> code & 1) != 0) {
                types.add(type);
            }
        }
        return Collections.unmodifiableSet(types);
    }

    static Gid gid(byte[] bytes) {
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
