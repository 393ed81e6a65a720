package io.verbena.embedded.cm;

import io.verbena.hca.PortSpace;
import io.verbena.iba.Gid;
import io.verbena.spi.cm.CmEndpoint;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A communication identifier: what is known of it so far. Who takes its steps, changes it. */
final class Identifier {
    private final PortSpace space;
    private final int psn;
    private final long number;
    private final Options options = new Options();
    private final List<Membership> memberships = new ArrayList<>(0);
    private Channel channel;
    private long cookie;
    private Stage stage = Stage.NEW;
    private @Nullable InetSocketAddress local;
    private @Nullable InetSocketAddress peer;
    private @Nullable CmPort port;
    private @Nullable Gid peerGid;
    private @Nullable Way way;
    private @Nullable ConnectionEnd end;
    private @Nullable DatagramExchange exchange;
    private int backlog;
    private int unreadRequests;

    /**
     * Makes one.
     *
     * @param psn the number of the first packet that its queue pair is to be sent
     */
    Identifier(Channel channel, PortSpace space, long cookie, int psn) {
        this.channel = channel;
        this.space = space;
        this.cookie = cookie;
        this.psn = psn;
        this.number = channel.identifiers().add(this);
    }

    PortSpace space() {
        return space;
    }

    int psn() {
        return psn;
    }

    long number() {
        return number;
    }

    Options options() {
        return options;
    }

    long cookie() {
        return cookie;
    }

    void cookie(long value) {
        cookie = value;
    }

    Channel channel() {
        return channel;
    }

    /** Moves to another channel, with what nobody has read. */
    void migrate(Channel target) {
        List<PendingEvent> unread = channel.take(this);
        channel = target;
        unread.forEach(target::put);
    }

    void tell(PendingEvent event) {
        if (stage != Stage.DESTROYED) {
            channel.put(event);
        }
    }

    Stage stage() {
        return stage;
    }

    void stage(Stage next) {
        stage = next;
    }

    @Nullable InetSocketAddress local() {
        return local;
    }

    @Nullable InetSocketAddress peer() {
        return peer;
    }

    @Nullable CmPort port() {
        return port;
    }

    /** Has an address; the port is null if it is that of all. */
    void bind(InetSocketAddress address, @Nullable CmPort at) {
        local = address;
        port = at;
    }

    void peer(InetSocketAddress address) {
        peer = address;
    }

    /** The GID behind the address of the other side; null if none is found. */
    @Nullable Gid peerGid() {
        return peerGid;
    }

    void peerGid(@Nullable Gid gid) {
        peerGid = gid;
    }

    @Nullable Way way() {
        return way;
    }

    void way(Way found) {
        way = found;
    }

    @Nullable ConnectionEnd end() {
        return end;
    }

    void end(ConnectionEnd begun) {
        end = begun;
    }

    @Nullable DatagramExchange exchange() {
        return exchange;
    }

    void exchange(DatagramExchange begun) {
        exchange = begun;
    }

    List<Membership> memberships() {
        return memberships;
    }

    /** Lets so many requests wait until they are read. */
    void backlog(int most) {
        backlog = most;
    }

    /** Tells of a request; false if too many wait already. */
    boolean offer(PendingEvent request) {
        if (unreadRequests >= backlog) {
            return false;
        }
        unreadRequests++;
        tell(request);
        return true;
    }

    void requestRead() {
        unreadRequests--;
    }

    CmEndpoint endpoint(String device) {
        CmPort at = port;
        return at == null ? new CmEndpoint("", 0, local, peer) : new CmEndpoint(device, at.number(), local, peer);
    }

    @Override
    public String toString() {
        return "identifier " + number + " of " + space.text() + " from " + local + " to " + peer;
    }
}
