package io.verbena.linux;

import io.verbena.hca.AddressVector;
import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.DatagramDestination;
import io.verbena.jni.cm.CmEndpoint;
import io.verbena.jni.cm.CmEvent;
import io.verbena.jni.cm.CmParameters;
import io.verbena.jni.verbs.IbvAhAttr;
import io.verbena.jni.verbs.IbvDevice;
import io.verbena.spi.cm.CmBinding;
import io.verbena.spi.cm.CmEventRecord;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What is said to the connection manager, and what it tells, to and from its structures. */
final class CmStructs {
    private CmStructs() {}

    static CmParameters write(ConnectionParameters from) {
        CmParameters to = new CmParameters();
        ByteBuffer data = from.privateData();
        to.length = data.remaining();
        data.get(to.data, 0, to.length);
        to.responderResources = from.responderResources();
        to.initiatorDepth = from.initiatorDepth();
        to.flowControl = from.flowControl() ? 1 : 0;
        to.retries = from.retries();
        to.rnrRetries = from.rnrRetries();
        to.srq = from.sharedReceiveQueue() ? 1 : 0;
        to.queuePair = from.queuePair();
        return to;
    }

    static CmEventRecord read(CmEvent from) {
        ConnectionParameters parameters = new ConnectionParameters(
                ByteBuffer.wrap(from.data, 0, from.length),
                from.responderResources & 0xff,
                from.initiatorDepth & 0xff,
                from.flowControl != 0,
                from.retries & 7,
                from.rnrRetries & 7,
                from.srq != 0,
                from.queuePair & 0xffffff);
        return new CmEventRecord(
                CmEventType.of(from.type),
                from.status,
                from.cookie,
                from.id,
                from.membership,
                parameters,
                from.datagram != 0
                        ? new DatagramDestination(readAddress(from), from.queuePair & 0xffffff, from.qkey)
                        : null);
    }

    private static AddressVector readAddress(CmEvent from) {
        IbvAhAttr to = new IbvAhAttr();
        to.dgid = from.dgid;
        to.flowLabel = from.flowLabel;
        to.sgidIndex = from.sgidIndex;
        to.hopLimit = from.hopLimit;
        to.trafficClass = from.trafficClass;
        to.dlid = from.dlid;
        to.sl = from.sl;
        to.pathBits = from.pathBits;
        to.rate = from.rate;
        to.global = from.global;
        to.port = from.port;
        return AttributeStructs.read(to);
    }

    static CmBinding read(CmEndpoint from) {
        return new CmBinding(
                IbvDevice.text(from.device),
                from.port,
                SocketAddresses.read(from.local),
                set(SocketAddresses.read(from.peer)));
    }

    /** Whoever has no other side yet has any address, with port 0. */
    private static @Nullable InetSocketAddress set(@Nullable InetSocketAddress address) {
        boolean none = address != null
                && address.getPort() == 0
                && address.getAddress().isAnyLocalAddress();
        return none ? null : address;
    }
}
