package io.verbena.traffic;

import io.verbena.cm.CmId;
import io.verbena.cm.CmTimeoutException;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.traffic.RpingEndpoint.RpingAdvert;
import io.verbena.verbs.Context;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** The server of rping(1). Clients may be the C program. Several threads may serve connections. */
public final class RpingServer implements AutoCloseable {
    private final CmId listening;
    private final Function<String, Context> devices;
    private final RpingOptions options;
    private final Duration timeout;

    private RpingServer(CmId listening, Function<String, Context> devices, RpingOptions options, Duration timeout) {
        this.listening = listening;
        this.devices = devices;
        this.options = options;
        this.timeout = timeout;
    }

    /**
     * Listens for clients.
     *
     * @param channel the event channel of the connections
     * @param devices opens a device by its name; the context is closed with the connection
     * @param address the local address; port 0 selects a free port
     * @param options the parameters of the pings
     * @param timeout the timeout for each message of a client
     * @throws io.verbena.cm.AddressInUseException if the address is in use
     */
    public static RpingServer listen(
            EventChannel channel,
            Function<String, Context> devices,
            RpingOptions options,
            InetSocketAddress address,
            Duration timeout) {
        CmId listening = channel.id(PortSpace.TCP);
        try {
            listening.bind(address);
            listening.listen(3);
            return new RpingServer(listening, devices, options, timeout);
        } catch (RuntimeException | Error e) {
            listening.close();
            throw e;
        }
    }

    /** Returns the local address. */
    public InetSocketAddress address() {
        return listening.localAddress().orElseThrow();
    }

    /**
     * Waits for the next client.
     *
     * @return the request; empty if the timeout expired
     */
    public Optional<ConnectionRequest> request(Duration timeout) {
        try {
            return Optional.of(listening.request(timeout));
        } catch (CmTimeoutException e) {
            return Optional.empty();
        }
    }

    /**
     * Accepts a client and responds to its pings until it disconnects.
     *
     * @param listener receives the text of each ping
     * @return the number of pings
     * @throws TrafficException if the client sends invalid messages, or none before the timeout
     */
    public int serve(ConnectionRequest request, Consumer<String> listener) {
        Context context = devices.apply(request.id().device().orElseThrow());
        try (RpingEndpoint endpoint = new RpingEndpoint(context, request.id(), options, timeout)) {
            ConnectionParameters answer = ConnectionParameters.DEFAULTS;
            if (options.ownQueuePair()) {
                endpoint.establish();
                answer = answer.queuePair(endpoint.pair.number(), false);
            }
            request.accept(answer, timeout);
            int pings = 0;
            boolean connected = true;
            while (connected && echo(endpoint, listener)) {
                pings++;
                // After its last ping, a client may disconnect before this message completes.
                connected = endpoint.send(RpingAdvert.NONE);
            }
            return pings;
        }
    }

    /** Reads the text of a ping and writes it back; returns false if the client has disconnected. */
    private boolean echo(RpingEndpoint endpoint, Consumer<String> listener) {
        Optional<RpingAdvert> source = advert(endpoint);
        if (source.isEmpty() || !endpoint.read(source.get())) {
            return false;
        }
        int size = source.get().size();
        listener.accept(RpingClient.text(endpoint.data, size));
        int length = Math.min(size, RpingClient.length(endpoint.data, size) + 1);
        if (!endpoint.send(RpingAdvert.NONE)) {
            return false;
        }
        Optional<RpingAdvert> sink = advert(endpoint);
        return sink.isPresent() && endpoint.write(sink.get(), length);
    }

    private Optional<RpingAdvert> advert(RpingEndpoint endpoint) {
        Optional<RpingAdvert> advert = endpoint.receive();
        int size = advert.map(RpingAdvert::size).orElse(0);
        if (size < 0 || size > options.size()) {
            throw new TrafficException(endpoint.id + ": the client pings with " + Integer.toUnsignedString(size)
                    + " bytes, and this server uses " + options.size() + "; use the same size on both sides");
        }
        return advert;
    }

    /** Stops listening; established connections are not affected. */
    @Override
    public void close() {
        listening.close();
    }
}
