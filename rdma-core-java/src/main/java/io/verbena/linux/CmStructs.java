package io.verbena.linux;

import io.verbena.hca.CmEventType;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.DatagramDestination;
import io.verbena.hca.IbSocketAddress;
import io.verbena.iba.Gid;
import io.verbena.jni.CText;
import io.verbena.jni.cm.CmEndpoint;
import io.verbena.jni.cm.CmEvent;
import io.verbena.jni.cm.CmParameters;
import io.verbena.spi.cm.CmBinding;
import io.verbena.spi.cm.CmEventRecord;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Converts parameters and events of the connection manager to and from the structures of librdmacm. */
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
        int queuePair = from.parametersQueuePair & 0xffffff;
        return new CmEventRecord(
                CmEventType.of(from.type),
                from.status,
                from.cookie,
                from.id,
                from.membership,
                read(from.parameters()),
                from.datagram != 0
                        ? new DatagramDestination(AttributeStructs.read(from.ah()), queuePair, from.qkey)
                        : null);
    }

    private static ConnectionParameters read(CmParameters from) {
        return new ConnectionParameters(
                ByteBuffer.wrap(from.data, 0, from.length),
                from.responderResources & 0xff,
                from.initiatorDepth & 0xff,
                from.flowControl != 0,
                from.retries & 7,
                from.rnrRetries & 7,
                from.srq != 0,
                from.queuePair & 0xffffff);
    }

    static CmBinding read(CmEndpoint from) {
        return new CmBinding(
                CText.of(from.device),
                from.port,
                SocketAddresses.read(from.local),
                set(SocketAddresses.read(from.peer)));
    }

    /** Returns null for the address of an identifier without a peer: the wildcard address with port 0. */
    private static @Nullable SocketAddress set(@Nullable SocketAddress address) {
        boolean none = address instanceof InetSocketAddress ip
                ? ip.getPort() == 0 && ip.getAddress().isAnyLocalAddress()
                : address instanceof IbSocketAddress ib && ib.gid().equals(Gid.ZERO);
        return none ? null : address;
    }
}
