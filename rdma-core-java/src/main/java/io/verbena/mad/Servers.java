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
    private final Map<Integer, MadServer> servers = new HashMap<>();

    Servers(MadChannel channel) {
        this.channel = channel;
    }

    void add(MadServer server) {
        int agent = channel.register(server.service().registration(channel.segments()));
        server.registeredAs(agent);
        servers.put(agent, server);
    }

    void remove(MadServer server) {
        if (servers.remove(server.agent(), server)) {
            channel.unregister(server.agent());
        }
    }

    @Nullable MadServer of(int agent) {
        return servers.get(agent);
    }

    void send(MadServer server, byte[] reply, MadAddress destination) {
        if (servers.get(server.agent()) != server) {
            throw new RdmaException("the server of class 0x%02x is closed"
                    .formatted(server.service().managementClass()));
        }
        if (reply.length > MadCodec.LENGTH
                && !server.service().registration(channel.segments()).rmpp()) {
            throw new RdmaException("an answer of " + reply.length
                    + " bytes is longer than a datagram, and its class or" + " channel has no RMPP");
        }
        channel.send(server.agent(), destination, ByteBuffer.wrap(reply), 0);
    }

    /** Ends all: the port is gone. */
    void end(List<Runnable> after) {
        servers.values().forEach(server -> after.add(server::close));
        servers.clear();
    }
}
