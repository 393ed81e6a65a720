package io.verbena.embedded.cm;

import io.verbena.hca.ConnectionParameters;
import io.verbena.iba.ConnectReply;
import io.verbena.iba.ConnectRequest;
import java.nio.ByteBuffer;

/**
 * The connection parameters in events. The initiator depth of the peer corresponds to the local responder resources,
 * and vice versa.
 */
final class EventParameters {
    private EventParameters() {}

    static ConnectionParameters nothing() {
        return data(new byte[0]);
    }

    static ConnectionParameters data(byte[] privateData) {
        return datagrams(privateData, 0);
    }

    static ConnectionParameters datagrams(byte[] privateData, int queuePair) {
        return new ConnectionParameters(ByteBuffer.wrap(privateData), 0, 0, false, 0, 0, false, queuePair);
    }

    static ConnectionParameters of(ConnectRequest request, byte[] privateData) {
        return new ConnectionParameters(
                ByteBuffer.wrap(privateData),
                /* responderResources= */ request.initiatorDepth(),
                /* initiatorDepth= */ request.responderResources(),
                request.flowControl() != 0,
                request.retryCount(),
                request.rnrRetryCount(),
                request.srq() != 0,
                request.localQpn());
    }

    static ConnectionParameters of(ConnectReply reply) {
        return new ConnectionParameters(
                ByteBuffer.wrap(reply.privateData()),
                /* responderResources= */ reply.initiatorDepth(),
                /* initiatorDepth= */ reply.responderResources(),
                reply.flowControl() != 0,
                0,
                reply.rnrRetryCount(),
                reply.srq() != 0,
                reply.localQpn());
    }
}
