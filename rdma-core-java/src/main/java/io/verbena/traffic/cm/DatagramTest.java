package io.verbena.traffic.cm;

import io.verbena.cm.CmEvent;
import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.DatagramDestination;
import io.verbena.hca.QueuePairType;
import io.verbena.traffic.TrafficException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The test of udaddy(1): the client resolves a number of queue pairs of the server and sends datagrams to each; the server
 * sends as many back.
 */
public final class DatagramTest {
    private DatagramTest() {}

    /**
     * Runs the client.
     *
     * @param source a local address; null for any
     * @throws io.verbena.cm.CmException if the server is unreachable or rejects a request
     * @throws TrafficException if a datagram is lost
     */
    public static CmTestReport connect(
            CmTestHost host, CmTestOptions options, @Nullable SocketAddress source, SocketAddress server) {
        try (CmTestResources resources = new CmTestResources(host)) {
            host.say("udaddy: starting client");
            host.say("udaddy: connecting");
            List<DatagramDestination> destinations = new ArrayList<>();
            for (int i = 0; i < options.connections(); i++) {
                CmId id = resources.resolved(options, source, server);
                resources.requireFits(id, options);
                resources.end(id, QueuePairType.UD, options);
                destinations.add(destination(id.connect(ConnectionParameters.DEFAULTS, host.timeout())));
            }
            if (options.messages() > 0) {
                host.say("initiating data transfers");
                for (int i = 0; i < destinations.size(); i++) {
                    resources.ends.get(i).send(destinations.get(i));
                }
                host.say("receiving data transfers");
                resources.ends.forEach(end -> end.awaitReceived(host.timeout()));
                host.say("data transfers complete");
            }
            host.say("test complete");
            return resources.report();
        }
    }

    private static DatagramDestination destination(CmEvent event) {
        DatagramDestination destination = event.destination();
        if (destination == null) {
            throw new TrafficException(event.id() + ": the response of the server names no queue pair");
        }
        return destination;
    }

    /**
     * Runs the server, which waits for its clients until the thread is interrupted.
     *
     * @throws io.verbena.cm.AddressInUseException if the address is in use
     */
    public static CmTestReport serve(CmTestHost host, CmTestOptions options, SocketAddress address) {
        try (CmTestResources resources = new CmTestResources(host)) {
            host.say("udaddy: starting server");
            CmId listening = resources.listening(options.space(), address, options.connections());
            for (int i = 0; i < options.connections(); i++) {
                ConnectionRequest request = resources.request(listening);
                resources.requireFits(request.id(), options);
                resources.end(request.id(), QueuePairType.UD, options);
                request.accept(ConnectionParameters.DEFAULTS, host.timeout());
            }
            if (options.messages() > 0) {
                host.say("receiving data transfers");
                resources.ends.forEach(MessageEnd::awaitReceivedToSendBack);
                host.say("sending replies");
                resources.ends.forEach(MessageEnd::sendBack);
                resources.ends.forEach(end -> end.awaitSent(host.timeout()));
                host.say("data transfers complete");
            }
            host.say("test complete");
            return resources.report();
        }
    }
}
