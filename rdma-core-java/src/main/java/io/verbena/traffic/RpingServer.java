package io.verbena.traffic;

import io.verbena.cm.CmId;
import io.verbena.cm.CmTimeoutException;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.PortSpace;
import io.verbena.verbs.Context;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** The server of rping(1), for clients that may be the C program. Connections may be served by several threads. */
public final class RpingServer implements AutoCloseable {
    private final CmId listening;
    private final Function<String, Context> devices;
    private final RpingOptions options;
    private final Duration patience;

    private RpingServer(CmId listening, Function<String, Context> devices, RpingOptions options, Duration patience) {
        this.listening = listening;
        this.devices = devices;
        this.options = options;
        this.patience = patience;
    }

    /**
     * Listens for clients.
     *
     * @param channel where the events of the connections come
     * @param devices opens a device by its name; what it opens is closed with the connection
     * @param address of this host; port 0 for one that is free
     * @param patience how long to wait for each message of a client
     * @throws io.verbena.cm.AddressInUseException if another has the address
     */
    public static RpingServer listen(
            EventChannel channel,
            Function<String, Context> devices,
            RpingOptions options,
            InetSocketAddress address,
            Duration patience) {
        CmId listening = channel.id(PortSpace.TCP);
        boolean ready = false;
        try {
            listening.bind(address);
            listening.listen(3);
            ready = true;
            return new RpingServer(listening, devices, options, patience);
        } finally {
            if (!ready) {
                listening.close();
            }
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return listening.localAddress().orElseThrow();
    }

    /**
     * Waits for the next client.
     *
     * @return none after the time
     */
    public Optional<ConnectionRequest> request(Duration timeout) {
        try {
            return Optional.of(listening.request(timeout));
        } catch (CmTimeoutException e) {
            return Optional.empty();
        }
    }

    /**
     * Accepts a client, and answers its pings until it ends the connection.
     *
     * @param listener is told of each ping
     * @return how many there were
     * @throws TrafficException if the client says what makes no sense, or nothing
     */
    public int serve(ConnectionRequest request, Consumer<String> listener) {
        Context context = devices.apply(request.id().device().orElseThrow());
        try (RpingEndpoint endpoint = new RpingEndpoint(context, request.id(), options, patience)) {
            ConnectionParameters answer = ConnectionParameters.DEFAULTS;
            if (options.ownQueuePair()) {
                endpoint.establish();
                answer = answer.queuePair(endpoint.pair.number(), false);
            }
            request.accept(answer, patience);
            int rounds = 0;
            while (round(endpoint, listener)) {
                rounds++;
            }
            return rounds;
        }
    }

    /** False if the client has ended the connection. */
    private boolean round(RpingEndpoint endpoint, Consumer<String> listener) {
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
        return sink.isPresent() && endpoint.write(sink.get(), length) && endpoint.send(RpingAdvert.NONE);
    }

    private Optional<RpingAdvert> advert(RpingEndpoint endpoint) {
        Optional<RpingAdvert> advert = endpoint.receive();
        int size = advert.map(RpingAdvert::size).orElse(0);
        if (size < 0 || size > options.size()) {
            throw new TrafficException(endpoint.id + ": the client pings with " + Integer.toUnsignedString(size)
                    + " bytes, and this server with " + options.size() + "; let both have the same size");
        }
        return advert;
    }

    /** Ends listening; who is being served goes on. */
    @Override
    public void close() {
        listening.close();
    }
}
