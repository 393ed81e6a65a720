package io.verbena.traffic.cm;

import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.QueuePairType;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The test of ucmatose(1): a number of connections; over each, the server sends messages and the client replies; then the
 * server disconnects.
 */
public final class ConnectionTest {
    private ConnectionTest() {}

    /**
     * Runs the client.
     *
     * @param source a local address; null for any
     * @throws io.verbena.cm.CmException if the server is unreachable or rejects a connection
     * @throws io.verbena.traffic.TrafficException if a message does not arrive in time
     */
    public static CmTestReport connect(
            CmTestHost host, CmTestOptions options, @Nullable SocketAddress source, SocketAddress server) {
        try (CmTestResources resources = new CmTestResources(host)) {
            host.say("cmatose: starting client");
            host.say("cmatose: connecting");
            for (int i = 0; i < options.connections(); i++) {
                CmId id = resources.resolved(options, source, server);
                resources.end(id, QueuePairType.RC, options);
                id.connect(ConnectionParameters.DEFAULTS, host.timeout());
            }
            if (options.messages() > 0) {
                host.say("receiving data transfers");
                resources.ends.forEach(end -> end.awaitReceived(host.timeout()));
                host.say("sending replies");
                resources.ends.forEach(MessageEnd::send);
                resources.ends.forEach(end -> end.awaitSent(host.timeout()));
                host.say("data transfers complete");
            }
            migrate(resources, options);
            // Completes at once if the server has ended the connection already.
            resources.ends.forEach(end -> host.await(end.id.awaitDisconnectAsync(), end.id, "to be disconnected"));
            host.say("test complete");
            return resources.report();
        }
    }

    /**
     * Runs the server, which waits for its clients until the thread is interrupted.
     *
     * @throws io.verbena.cm.AddressInUseException if the address is in use
     * @throws io.verbena.traffic.TrafficException if a message does not arrive in time
     */
    public static CmTestReport serve(CmTestHost host, CmTestOptions options, SocketAddress address) {
        try (CmTestResources resources = new CmTestResources(host)) {
            host.say("cmatose: starting server");
            CmId listening = resources.listening(options.space(), address, options.connections());
            for (int i = 0; i < options.connections(); i++) {
                ConnectionRequest request = resources.request(listening);
                options.apply(request.id());
                resources.end(request.id(), QueuePairType.RC, options);
                request.accept(ConnectionParameters.DEFAULTS, host.timeout());
            }
            if (options.messages() > 0) {
                host.say("initiating data transfers");
                resources.ends.forEach(MessageEnd::send);
                host.say("completing sends");
                resources.ends.forEach(end -> end.awaitSent(host.timeout()));
                host.say("receiving data transfers");
                resources.ends.forEach(end -> end.awaitReceived(host.timeout()));
                host.say("data transfers complete");
            }
            migrate(resources, options);
            host.say("cmatose: disconnecting");
            resources.ends.forEach(end -> end.id.disconnect(host.timeout()));
            host.say("disconnected");
            host.say("test complete");
            return resources.report();
        }
    }

    private static void migrate(CmTestResources resources, CmTestOptions options) {
        if (options.migrate()) {
            resources.host.say("migrating to new event channel");
            resources.migrate();
        }
    }
}
