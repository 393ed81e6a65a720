package io.verbena.mad;

import io.verbena.error.RdmaException;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadChannel;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The servers of one port, by their agents. Wants the lock of the {@link MadPort}. */
final class Servers {
    private final MadChannel channel;
    private final ServerTransfers transfers;
    private final Map<Integer, MadServer> servers = new HashMap<>();

    Servers(MadChannel channel) {
        this.channel = channel;
        this.transfers = new ServerTransfers(channel);
    }

    void add(MadServer server) {
        int agent = channel.register(server.service().registration(channel.segments()));
        server.registeredAs(agent);
        servers.put(agent, server);
    }

    void remove(MadServer server) {
        if (servers.remove(server.agent(), server)) {
            transfers.forget(server.agent());
            channel.unregister(server.agent());
        }
    }

    @Nullable MadServer of(int agent) {
        return servers.get(agent);
    }

    /** A datagram has arrived for a server. */
    void received(MadServer server, MadAddress source, MadMessage message, List<Runnable> after) {
        if (!segments(server) || !message.isRmpp()) {
            after.add(() -> server.received(source, message));
            return;
        }
        MadMessage whole = transfers.received(server, MadServer.peer(source), message, channel.nanoTime());
        if (whole != null) {
            after.add(() -> server.received(source, whole));
        }
    }

    void send(MadServer server, byte[] reply, MadAddress destination) {
        if (servers.get(server.agent()) != server) {
            throw new RdmaException("the server of class 0x%02x is closed"
                    .formatted(server.service().managementClass()));
        }
        boolean rmpp = MadCodec.isSentWithRmpp(reply, server.service().managementClass());
        if (rmpp && segments(server)) {
            transfers.send(server, reply, destination, channel.nanoTime());
        } else if (rmpp || reply.length <= MadCodec.LENGTH) {
            channel.send(server.agent(), destination, ByteBuffer.wrap(reply), 0);
        } else {
            throw new RdmaException("an answer of " + reply.length
                    + " bytes is longer than a datagram, and its class has no long messages");
        }
    }

    /** Whether the long messages of a server are this library's business. */
    private boolean segments(MadServer server) {
        return !channel.segments() && Questions.hasRmpp(server.service().managementClass());
    }

    /** Whether no long message is under way. */
    boolean isIdle() {
        return transfers.isIdle();
    }

    /** When something is to be done for a long message; one is under way. */
    long nextDeadline() {
        return transfers.nextDeadline();
    }

    /** Does what is due. */
    void tick() {
        transfers.tick(channel.nanoTime());
    }

    /** Ends all: the port is gone. */
    void end(List<Runnable> after) {
        servers.values().forEach(server -> after.add(server::close));
        servers.clear();
    }
}
