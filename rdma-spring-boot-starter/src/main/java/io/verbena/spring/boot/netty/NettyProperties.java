package io.verbena.spring.boot.netty;

import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of servers and clients of Netty frameworks over RDMA. Each is off until a property switches it on.
 *
 * @param threads Number of event loops, from 1 to 1024 (default: one per processor).
 * @param spin Time for which an event loop polls before it blocks, up to 1s.
 * @param fallback Whether to fail the startup on a host without RDMA devices, or to use TCP there with a warning.
 * @param server WebFlux server.
 * @param client HTTP clients.
 * @param rsocket RSocket.
 * @param grpc Remote procedure calls.
 */
@ConfigurationProperties(prefix = "rdma.netty")
public record NettyProperties(
        @Nullable Integer threads,
        @DefaultValue("0ms") Duration spin,
        @DefaultValue("none") Fallback fallback,
        @DefaultValue Server server,
        @DefaultValue Client client,
        @DefaultValue Rsocket rsocket,
        @DefaultValue Grpc grpc) {
    static final String SERVER_PORT = "rdma.netty.server.port";
    static final String CLIENT_ENABLED = "rdma.netty.client.enabled";
    static final String RSOCKET_PORT = "rdma.netty.rsocket.port";
    static final String RSOCKET_REQUESTER = "rdma.netty.rsocket.requester";
    static final String GRPC_PORT = "rdma.netty.grpc.port";
    static final String GRPC_CHANNELS = "rdma.netty.grpc.channels";
    private static final int MAX_THREADS = 1024;
    private static final int MAX_PORT = 65_535;
    private static final Duration MAX_SPIN = Duration.ofSeconds(1);

    /** Validates the number of event loops and the time. */
    public NettyProperties {
        if (threads != null && (threads < 1 || threads > MAX_THREADS)) {
            throw new IllegalArgumentException(
                    "rdma.netty.threads is " + threads + "; it must be from 1 to " + MAX_THREADS);
        }
        if (spin.isNegative() || spin.compareTo(MAX_SPIN) > 0) {
            throw new IllegalArgumentException(
                    "rdma.netty.spin is " + spin.toMillis() + " ms; it must be from 0 to 1s");
        }
    }

    private static void requirePort(String property, @Nullable Integer port) {
        if (port != null && (port < 0 || port > MAX_PORT)) {
            throw new IllegalArgumentException(property + " is " + port + "; it must be from 0 to " + MAX_PORT);
        }
    }

    private static InetSocketAddress socketAddress(
            String portProperty, @Nullable String address, @Nullable Integer port) {
        int number = port == null ? 0 : port;
        InetSocketAddress found =
                address == null ? new InetSocketAddress(number) : new InetSocketAddress(address, number);
        if (found.isUnresolved()) {
            throw new RdmaConfigurationException(
                    portProperty.replace(".port", ".address"),
                    "the name '" + address + "' cannot be resolved",
                    "Set it to a name or an address of an RDMA device of this host, or remove it to listen at all addresses.");
        }
        return found;
    }

    int threadsOrDefault() {
        return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    }

    /**
     * Properties of the WebFlux server.
     *
     * @param port Port at which the WebFlux server listens over RDMA, up to 65535 (default: none). 0 selects a free port.
     * @param address Name or address of this host to listen at over RDMA (default: all addresses of RDMA devices).
     * @param tcp Whether the server also listens over TCP at server.port.
     */
    public record Server(
            @Nullable Integer port,
            @Nullable String address,
            @DefaultValue("true") boolean tcp) {

        /** Validates the port. */
        public Server {
            requirePort(SERVER_PORT, port);
        }

        InetSocketAddress socketAddress() {
            return NettyProperties.socketAddress(SERVER_PORT, address, port);
        }
    }

    /**
     * Properties of HTTP clients.
     *
     * @param enabled Whether WebClient, and RestClient on Reactor Netty, connect over RDMA.
     */
    public record Client(@DefaultValue("false") boolean enabled) {}

    /**
     * Properties of RSocket.
     *
     * @param port Port at which the RSocket server listens over RDMA, up to 65535 (default: none). 0 selects a free port.
     * @param address Name or address of this host to listen at over RDMA (default: all addresses of RDMA devices).
     * @param requester Whether the builders of RSocket requesters connect over RDMA in place of TCP.
     */
    public record Rsocket(
            @Nullable Integer port,
            @Nullable String address,
            @DefaultValue("false") boolean requester) {

        /** Validates the port. */
        public Rsocket {
            requirePort(RSOCKET_PORT, port);
        }

        InetSocketAddress socketAddress() {
            return NettyProperties.socketAddress(RSOCKET_PORT, address, port);
        }
    }

    /**
     * Properties of remote procedure calls.
     *
     * @param port Port at which the gRPC server listens over RDMA, up to 65535 (default: none). 0 selects a free port.
     * @param address Name or address of this host to listen at over RDMA (default: all addresses of RDMA devices).
     * @param channels Comma-separated list of the channels of clients that use RDMA, where * stands for any characters.
     */
    public record Grpc(
            @Nullable Integer port,
            @Nullable String address,
            @DefaultValue List<String> channels) {

        /** Validates the port and copies the list. */
        public Grpc {
            requirePort(GRPC_PORT, port);
            channels = List.copyOf(channels);
        }

        InetSocketAddress socketAddress() {
            return NettyProperties.socketAddress(GRPC_PORT, address, port);
        }
    }

    /** The behavior on a host without RDMA devices. */
    public enum Fallback {
        /** The application does not start. */
        NONE,
        /** The servers and clients use TCP. */
        TCP
    }
}
