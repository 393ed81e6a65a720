package io.verbena.embedded.cm;

import io.verbena.hca.CmEventType;
import io.verbena.hca.CmOption;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.IbSocketAddress;
import io.verbena.hca.PortSpace;
import io.verbena.iba.Gid;
import io.verbena.spi.cm.CmBinding;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A communication identifier with the results of its resolution steps. The steps themselves are in other classes. */
final class Identifier {
    /** The Q_Key that librdmacm uses for all datagrams of the UDP port space. */
    private static final int UDP_QUEUE_KEY = 0x01234567;

    /** The Q_Key of the IPoIB broadcast group, as subnet managers create it. */
    private static final int IPOIB_QUEUE_KEY = 0x0b1b;

    private static final EnhancedConnection NO_OPTIONS = new EnhancedConnection(0, 0);

    final PortSpace space;
    final int psn;
    private final long number;
    final Options options = new Options();
    final List<Membership> memberships = new ArrayList<>(0);

    /** The options of enhanced connection establishment of this side, and those that the peer has offered. */
    EnhancedConnection own = NO_OPTIONS;

    EnhancedConnection peerOptions = NO_OPTIONS;

    final HandleTable<Identifier> siblings;

    Channel channel;
    private long cookie;
    Stage stage = Stage.NEW;

    /**
     * Whether the addresses are those of InfiniBand: the bits of the IPv6 address are those of a GID, and the port is that of a
     * service ID.
     */
    boolean ib;

    /** The P_Key of addresses of InfiniBand. */
    int pKey;

    @Nullable InetSocketAddress local;

    @Nullable InetSocketAddress peer;

    @Nullable CmPort port;
    /** The GID of the peer's address; null if it is not resolved. */
    @Nullable Gid peerGid;

    /** The addresses of the name that was resolved last; null if it is unknown. */
    @Nullable CmBinding info;

    @Nullable CmPath way;

    @Nullable HostConnection end;

    DatagramSteps.@Nullable DatagramExchange exchange;

    int backlog;
    private int unreadRequests;

    Identifier(HandleTable<Identifier> siblings, Channel channel, PortSpace space, long cookie, int psn) {
        this.siblings = siblings;
        this.channel = channel;
        this.space = space;
        this.cookie = cookie;
        this.psn = psn;
        this.number = siblings.add(this);
    }

    int queueKey() {
        return space == PortSpace.IPOIB ? IPOIB_QUEUE_KEY : UDP_QUEUE_KEY;
    }

    long number() {
        return number;
    }

    long cookie() {
        return cookie;
    }

    void cookie(long value) {
        cookie = value;
    }

    void migrate(Channel target) {
        List<Channel.Event> unread = channel.take(this);
        channel = target;
        unread.forEach(target::put);
    }

    void report(CmEventType type, int status, ConnectionParameters parameters) {
        report(Channel.Event.of(this, type, status, parameters));
    }

    void offered(EnhancedConnection theirs) {
        peerOptions = theirs;
    }

    void report(Channel.Event event) {
        if (stage != Stage.DESTROYED) {
            channel.put(event);
        }
    }

    /**
     * Sets the local address.
     *
     * @param at the port of the address; null for the wildcard address
     */
    void bind(InetSocketAddress address, @Nullable CmPort at) {
        local = address;
        port = at;
    }

    boolean offer(Channel.Event request) {
        if (unreadRequests >= backlog) {
            return false;
        }
        unreadRequests++;
        report(request);
        return true;
    }

    /** Called when the program reads the event of a request. */
    void requestRead() {
        unreadRequests--;
    }

    CmBinding endpoint(String device) {
        CmPort at = port;
        return new CmBinding(at == null ? "" : device, at == null ? 0 : at.number(), told(local), told(peer));
    }

    /** Returns an address as the program knows it. A peer that has sent a request is known by its GID only. */
    private @Nullable SocketAddress told(@Nullable InetSocketAddress address) {
        if (!ib || address == null) {
            return address;
        }
        Gid gid = IpAddresses.gid(address.getAddress());
        return address.getPort() == 0
                ? new IbSocketAddress(gid, pKey, 0, 0)
                : new IbSocketAddress(gid, pKey, new Request.Service(space, address.getPort()).id(), -1);
    }

    /** Returns what the program sees of the private data of a request: all, or what follows the IP addresses. */
    byte[] data(byte[] bytes) {
        return ib ? bytes : IpHeader.after(bytes);
    }

    /** Uses the family and the P_Key of an address. */
    void use(SocketAddress address) {
        ib = address instanceof IbSocketAddress;
        pKey = address instanceof IbSocketAddress of ? of.pKey() : 0;
    }

    /** Returns the index of the P_Key in the table of a port. */
    int pKeyIndex(CmPort at) {
        return ib ? Math.max(0, at.partitionIndex(pKey)) : 0;
    }

    @Override
    public String toString() {
        return "identifier " + number + " of " + space.text() + " from " + local + " to " + peer;
    }

    enum Stage {
        NEW,
        BOUND,
        RESOLVING_ADDRESS,
        ADDRESS_RESOLVED,
        RESOLVING_ROUTE,
        ROUTE_RESOLVED,
        LISTENING,
        /** The identifier requests a connection, has received a request, or is connected. */
        CONNECTING,
        DESTROYED
    }

    static final class Options {
        private static final int LONGEST_TIMEOUT = 31;
        private static final int LARGEST_BYTE = 255;

        private final Map<CmOption, Integer> values = new EnumMap<>(CmOption.class);

        /** Sets an option; returns false if the value is out of range. */
        boolean set(CmOption option, int value) {
            int most = switch (option) {
                case TYPE_OF_SERVICE -> LARGEST_BYTE;
                case ACKNOWLEDGE_TIMEOUT -> LONGEST_TIMEOUT;
                case REUSE_ADDRESS, ADDRESS_FAMILY_ONLY -> 1;
            };
            if (value < 0 || value > most) {
                return false;
            }
            values.put(option, value);
            return true;
        }

        void copy(Options other) {
            values.putAll(other.values);
        }

        boolean is(CmOption option) {
            return values.getOrDefault(option, 0) != 0;
        }

        boolean has(CmOption option) {
            return values.containsKey(option);
        }

        int get(CmOption option) {
            return values.getOrDefault(option, 0);
        }
    }

    /**
     * A membership in a multicast group.
     *
     * @param joinState the bit of the {@link io.verbena.iba.JoinState}
     * @param queueKey the Q_Key of its datagrams
     * @param cookie the cookie of its events
     */
    record Membership(CmPort port, SocketAddress group, Gid mgid, int joinState, int queueKey, long cookie) {}
}
