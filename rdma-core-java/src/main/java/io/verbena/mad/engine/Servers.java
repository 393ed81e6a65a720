package io.verbena.mad.engine;

import io.verbena.error.RdmaException;
import io.verbena.iba.MadMethod;
import io.verbena.mad.MadService;
import io.verbena.mad.decode.MadFormat;
import io.verbena.mad.decode.MadMessage;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Servers of a port, by agent. Guarded by the {@link PortLock}. */
final class Servers {
    private final MadChannel channel;
    private final ServerTransfers transfers;
    private final Map<Integer, PortServer> servers = new HashMap<>();

    Servers(MadChannel channel) {
        this.channel = channel;
        this.transfers = new ServerTransfers(channel);
    }

    void add(PortServer server) {
        MadService service = server.service();
        Set<Integer> methods = service.methods().stream().map(MadMethod::code).collect(Collectors.toSet());
        boolean rmpp = channel.segments() && MadFormat.hasRmpp(service.managementClass());
        int agent = channel.register(
                new MadRegistration(service.managementClass(), service.classVersion(), service.oui(), methods, rmpp));
        server.registeredAs(agent);
        servers.put(agent, server);
    }

    void remove(PortServer server) {
        if (servers.remove(server.agent(), server)) {
            transfers.forget(server.agent());
            channel.unregister(server.agent());
        }
    }

    @Nullable PortServer of(int agent) {
        return servers.get(agent);
    }

    /** Handles a message for a server; a complete request goes to the server without the lock. */
    void received(PortServer server, MadAddress source, MadMessage message, List<Runnable> after) {
        if (!segments(server) || !message.isRmpp()) {
            after.add(() -> server.received(source, message));
            return;
        }
        MadMessage whole = transfers.received(server, PortServer.peer(source), message, channel.nanoTime());
        if (whole != null) {
            after.add(() -> server.received(source, whole));
        }
    }

    void send(PortServer server, byte[] response, MadAddress destination) {
        if (servers.get(server.agent()) != server) {
            throw new RdmaException("the server of class 0x%02x is closed"
                    .formatted(server.service().managementClass()));
        }
        boolean rmpp = MadFormat.isSentWithRmpp(response);
        if (rmpp && segments(server)) {
            transfers.send(server, response, destination, channel.nanoTime());
        } else if (rmpp || response.length <= MadFormat.LENGTH) {
            channel.send(server.agent(), destination, ByteBuffer.wrap(response), 0);
        } else {
            throw new RdmaException("a response of " + response.length
                    + " bytes exceeds a datagram, and its class has no long messages");
        }
    }

    /** Returns whether this library divides and reassembles the long messages of a server. */
    private boolean segments(PortServer server) {
        return !channel.segments() && MadFormat.hasRmpp(server.service().managementClass());
    }

    /** Returns whether no long message is in flight. */
    boolean isIdle() {
        return transfers.isIdle();
    }

    /** Returns when {@link #tick} is due; a long message is in flight. */
    long nextDeadline() {
        return transfers.nextDeadline();
    }

    /** Performs what is due for long messages. */
    void tick() {
        transfers.tick(channel.nanoTime());
    }

    /** Closes all servers. */
    void end(List<Runnable> after) {
        servers.values().forEach(server -> after.add(server::close));
        servers.clear();
    }
}
