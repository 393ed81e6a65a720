package io.verbena.stream;

import io.verbena.cm.AddressInUseException;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.hca.CmOption;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Connects streams by the connection manager; they speak the protocol of rsockets.
 *
 * @param isOwner whether the devices are closed with this transport
 */
record CmTransport(StreamDevices devices, StreamEvents events, boolean isOwner) implements StreamTransport {
    @Override
    public StreamTransport with(StreamEvents other) {
        return new CmTransport(devices, other, false);
    }

    @Override
    public CompletableFuture<StreamConnection> connect(
            @Nullable SocketAddress source, SocketAddress address, StreamSizes sizes, Duration timeout) {
        return StreamConnector.connect(devices, events, source, address, sizes, timeout);
    }

    @Override
    public Listener bind(SocketAddress address, boolean reuse) {
        CmId id = devices.id();
        try {
            if (reuse) {
                id.option(CmOption.REUSE_ADDRESS, 1);
            }
            id.bind(address);
            return new CmListener(id);
        } catch (AddressInUseException e) {
            id.close();
            throw StreamConnector.explained(address, e);
        } catch (RuntimeException e) {
            id.close();
            throw e;
        }
    }

    @Override
    public CompletableFuture<StreamConnection> accept(StreamRequest request, StreamSizes sizes) {
        if (request.origin instanceof ConnectionRequest cm) {
            return StreamConnector.accept(devices, events, cm, sizes);
        }
        throw new IllegalArgumentException("the request of " + request.peerAddress()
                + " is for a stream over SRD; accept it with streams over SRD");
    }

    @Override
    public void close() {
        if (isOwner) {
            devices.close();
        } else {
            events.close();
        }
    }

    private record CmListener(CmId id) implements Listener {
        @Override
        public SocketAddress address() {
            return StreamConnector.localAddress(id);
        }

        @Override
        public void start(int backlog, Consumer<StreamRequest> requests) {
            takeNext(requests);
            try {
                id.listen(backlog);
            } catch (AddressInUseException e) {
                throw StreamConnector.explained(address(), e);
            }
        }

        private void takeNext(Consumer<StreamRequest> requests) {
            CompletableFuture<ConnectionRequest> unused = id.requestAsync().whenComplete((request, failure) -> {
                if (request != null) {
                    try {
                        take(request, requests);
                    } finally {
                        takeNext(requests);
                    }
                }
            });
        }

        private static void take(ConnectionRequest request, Consumer<StreamRequest> requests) {
            Runnable rejection = () -> request.reject(new byte[0]);
            try {
                StreamHello.decodeRequest(request);
            } catch (StreamProtocolException e) {
                rejection.run();
                return;
            }
            CmId asking = request.id();
            requests.accept(new StreamRequest(
                    request, StreamConnector.localAddress(asking), StreamConnector.peerAddress(asking), rejection));
        }

        @Override
        public void close() {
            id.close();
        }
    }
}
