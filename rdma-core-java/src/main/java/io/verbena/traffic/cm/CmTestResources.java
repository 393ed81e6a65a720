package io.verbena.traffic.cm;

import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionRequest;
import io.verbena.cm.EventChannel;
import io.verbena.error.ClosingFailures;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairFlag;
import io.verbena.hca.QueuePairType;
import io.verbena.verbs.Context;
import io.verbena.verbs.ProtectionDomain;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The event channels, devices and ends of a test, which are closed together. */
final class CmTestResources implements AutoCloseable {
    private static final Duration FOREVER = Duration.ofDays(36_500);

    final CmTestHost host;
    final List<MessageEnd> ends = new ArrayList<>();
    private final List<EventChannel> channels = new ArrayList<>();
    private final Map<String, ProtectionDomain> domains = new LinkedHashMap<>();
    private final long start = System.nanoTime();

    CmTestResources(CmTestHost host) {
        this.host = host;
        channels.add(host.manager().eventChannel());
    }

    CmId id(PortSpace space) {
        return channels.get(0).id(space);
    }

    /** Creates an identifier on the device of a local address, or else on the device of the route to a group. */
    CmId toGroup(CmTestOptions options, @Nullable SocketAddress source, SocketAddress group) {
        CmId id = id(options.space());
        options.apply(id);
        if (source == null) {
            host.await(id.resolveAddressAsync(null, group, host.timeout()), id, "to resolve " + group);
        } else {
            id.bind(source);
        }
        return id;
    }

    /**
     * Checks that a message fits into a datagram of the port of an identifier.
     *
     * @throws IllegalArgumentException if it is larger than the MTU of the port
     */
    void requireFits(CmId id, CmTestOptions options) {
        Context context = domain(id).context();
        int mtu = Integer.parseInt(context.port(id.port()).activeMtu().text());
        if (options.size() > mtu) {
            throw new IllegalArgumentException("a message of " + options.size() + " bytes is larger than the MTU of "
                    + context.device() + "/" + id.port() + ", " + mtu + "; choose a smaller size (-S)");
        }
    }

    CmId resolved(CmTestOptions options, @Nullable SocketAddress source, SocketAddress server) {
        CmId id = id(options.space());
        options.apply(id);
        if (source != null) {
            id.bind(source);
        }
        id.resolve(server, host.timeout());
        return id;
    }

    CmId listening(PortSpace space, SocketAddress address, int backlog) {
        CmId id = id(space);
        id.bind(address);
        id.listen(backlog);
        return id;
    }

    /** Waits for a client, which may start at any time. The wait ends with an interrupt only. */
    ConnectionRequest request(CmId listening) {
        return listening.request(FOREVER);
    }

    /** Returns the protection domain of the device of an identifier; the identifiers of a device share it. */
    ProtectionDomain domain(CmId id) {
        return domains.computeIfAbsent(
                id.device().orElseThrow(),
                device -> host.devices().apply(device).protectionDomain());
    }

    MessageEnd end(CmId id, QueuePairType type, CmTestOptions options, QueuePairFlag... flags) {
        MessageEnd end = sender(id, type, options, flags);
        end.postReceives();
        return end;
    }

    MessageEnd sender(CmId id, QueuePairType type, CmTestOptions options, QueuePairFlag... flags) {
        MessageEnd end = new MessageEnd(domain(id), id, type, options.messages(), options.size(), flags);
        ends.add(end);
        return end;
    }

    void migrate() {
        EventChannel target = host.manager().eventChannel();
        channels.add(target);
        ends.forEach(end -> end.id.migrate(target));
    }

    CmTestReport report() {
        return new CmTestReport(
                ends.size(),
                ends.stream().mapToLong(MessageEnd::sent).sum(),
                ends.stream().mapToLong(MessageEnd::received).sum(),
                System.nanoTime() - start);
    }

    @Override
    public void close() {
        ClosingFailures failures = new ClosingFailures();
        failures.closeAll(channels);
        domains.values().forEach(domain -> failures.close(domain.context()));
        failures.rethrow();
    }
}
