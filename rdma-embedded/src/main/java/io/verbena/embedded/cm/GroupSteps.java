package io.verbena.embedded.cm;

import io.verbena.error.Errno;
import io.verbena.hca.AddressVector;
import io.verbena.hca.DatagramDestination;
import io.verbena.hca.IbSocketAddress;
import io.verbena.hca.PortSpace;
import io.verbena.iba.Gid;
import io.verbena.iba.JoinState;
import io.verbena.iba.Lid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.McMemberRecord;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Joins and leaves multicast groups. A port joins a group once on behalf of all identifiers of the host. */
final class GroupSteps {
    private static final long MEMBER = McMemberRecord.LAYOUT.componentMask("mgid", "portGid", "joinState");
    private static final long GROUP =
            McMemberRecord.LAYOUT.componentMask("qKey", "pKey", "sl", "flowLabel", "trafficClass");
    private static final Set<Identifier.Stage> READY = Set.of(
            Identifier.Stage.BOUND,
            Identifier.Stage.ADDRESS_RESOLVED,
            Identifier.Stage.ROUTE_RESOLVED,
            Identifier.Stage.CONNECTING);
    private static final int EVERYBODY = 0xffffff;
    private static final int TIMEOUT_MILLIS = 3000;

    private final CmHost host;
    private final Map<Place, Group> groups = new HashMap<>();

    private record Place(int port, Gid mgid, int joinState) {
        static Place of(Identifier.Membership membership) {
            return new Place(membership.port().number(), membership.mgid(), membership.joinState());
        }
    }

    private static final class Group {
        private final List<Member> members = new ArrayList<>(1);
        private Lid lid = Lid.NONE;
    }

    private record Member(Identifier id, Identifier.Membership membership) {}

    GroupSteps(CmHost host) {
        this.host = host;
    }

    void join(Identifier id, SocketAddress group, boolean sendOnly, long cookie) {
        CmPort port = id.port;
        if (!id.space.isDatagram() || !READY.contains(id.stage) || port == null) {
            throw Failures.state(
                    "rdma_join_multicast",
                    id,
                    "be of UDP or IPoIB, and bound to one port, or have an address resolved");
        }
        Gid mgid = GroupAddresses.mgid(group, id.space, port.partition(0));
        if (!mgid.isMulticast()) {
            throw Failures.of("rdma_join_multicast", group, Errno.EINVAL, "the address is not a multicast address");
        }
        int state = (sendOnly ? JoinState.SEND_ONLY_FULL_MEMBER : JoinState.FULL_MEMBER).code();
        Identifier.Membership membership = new Identifier.Membership(port, group, mgid, state, id.queueKey(), cookie);
        id.memberships.add(membership);
        Member member = new Member(id, membership);
        groups.computeIfAbsent(Place.of(membership), place -> new Group())
                .members
                .add(member);
        // The result must not be reported before this call returns.
        host.timeline.after(0, () -> ask(membership, answer -> joined(member, answer), errno -> lost(member, errno)));
    }

    private void ask(Identifier.Membership membership, Consumer<McMemberRecord> found, IntConsumer failed) {
        McMemberRecord wanted = record(membership)
                .qKey(Integer.toUnsignedLong(membership.queueKey()))
                .pKey(membership.port().partition(0));
        host.administration.ask(
                membership.port(), MadMethod.SET, wanted, MEMBER | GROUP, TIMEOUT_MILLIS, found, failed);
    }

    private static McMemberRecord record(Identifier.Membership membership) {
        return new McMemberRecord()
                .mgid(membership.mgid())
                .portGid(membership.port().gid())
                .joinStateBits(membership.joinState());
    }

    private void joined(Member member, McMemberRecord group) {
        Identifier.Membership membership = member.membership();
        Group known = groups.get(Place.of(membership));
        if (known == null || !known.members.contains(member)) {
            // The group was left before the join completed, and may have no other member.
            leaveIfLast(membership);
            return;
        }
        known.lid = group.mlid();
        AddressVector way = new AddressVector(
                membership.port().number(),
                group.mlid(),
                group.sl(),
                0,
                group.rateBits(),
                membership.mgid(),
                0,
                group.flowLabel(),
                group.hopLimit(),
                group.trafficClass());
        DatagramDestination destination = new DatagramDestination(way, EVERYBODY, (int) group.qKey());
        member.id().report(Channel.Event.group(member.id(), 0, membership.cookie(), destination));
    }

    private void lost(Member member, int errno) {
        if (remove(member)) {
            long cookie = member.membership().cookie();
            member.id().report(Channel.Event.group(member.id(), -errno, cookie, null));
        }
    }

    private boolean remove(Member member) {
        Place place = Place.of(member.membership());
        Group group = groups.get(place);
        if (group == null || !group.members.remove(member)) {
            return false;
        }
        if (group.members.isEmpty()) {
            groups.remove(place);
        }
        return member.id().memberships.remove(member.membership());
    }

    /** Joins all groups of a port again, because the subnet administration may have lost them. */
    void joinAgain(CmPort port) {
        for (Group group : List.copyOf(groups.values())) {
            Identifier.Membership first = group.members.get(0).membership();
            if (first.port() == port) {
                ask(first, answer -> joinedAgain(group, first, answer), errno -> lost(group, errno));
            }
        }
    }

    /**
     * Processes the response to a repeated join. A group with a new LID is a new group for its senders, so that the
     * members must join it themselves.
     */
    private void joinedAgain(Group group, Identifier.Membership first, McMemberRecord answer) {
        boolean moved = !group.lid.equals(Lid.NONE) && !group.lid.equals(answer.mlid());
        if (moved) {
            lost(group, Errno.ENETRESET);
            leaveIfLast(first);
        }
    }

    private void lost(Group group, int errno) {
        List.copyOf(group.members).forEach(member -> lost(member, errno));
    }

    void leave(Identifier id, SocketAddress group) {
        Identifier.Membership membership = id.memberships.stream()
                .filter(each -> each.group().equals(group))
                .findFirst()
                .orElseThrow(() ->
                        Failures.of("rdma_leave_multicast", group, Errno.EADDRNOTAVAIL, id + " is not in the group"));
        leave(id, membership);
    }

    void abandon(Identifier id) {
        Set.copyOf(id.memberships).forEach(membership -> leave(id, membership));
    }

    private void leave(Identifier id, Identifier.Membership membership) {
        id.channel.forget(id, membership.cookie());
        remove(new Member(id, membership));
        leaveIfLast(membership);
    }

    private void leaveIfLast(Identifier.Membership membership) {
        if (!groups.containsKey(Place.of(membership))) {
            host.administration.ask(
                    membership.port(),
                    MadMethod.DELETE,
                    record(membership),
                    MEMBER,
                    TIMEOUT_MILLIS,
                    answer -> {},
                    errno -> {});
        }
    }

    /**
     * Maps IP multicast addresses to MGIDs as IPoIB does (RFC 4391, 4), with a different signature for UDP datagrams. An
     * IPv6 address that is an MGID assigned by the subnet administration is not mapped.
     */
    static final class GroupAddresses {
        private static final long TRANSIENT = 0xff10_0000_0000_0000L;
        private static final int SCOPE_SHIFT = 48;
        private static final long LINK_SCOPE = 2;
        private static final int SIGNATURE_SHIFT = 32;
        private static final long IPV4 = 0x401b;
        private static final long IPV4_UDP = 0x4001;
        private static final long IPV6 = 0x601b;
        private static final long IPV6_UDP = 0x6001;
        private static final short ASSIGNED = (short) 0xa01b;
        private static final int SIGNATURE_BYTE = 2;
        private static final int FULL = 0x8000;
        private static final int PARTITION_SHIFT = 16;
        private static final long IPV4_BITS = 0x0fff_ffffL;
        private static final long SCOPE_BITS = 0xf;
        private static final int PREFIX_BYTES = Long.BYTES;

        private GroupAddresses() {}

        /** Returns the MGID of a group; {@link Gid#ZERO} if the address is not a multicast address. */
        static Gid mgid(SocketAddress group, PortSpace space, int pKey) {
            if (group instanceof IbSocketAddress ib) {
                return ib.gid();
            }
            InetAddress address = ((InetSocketAddress) group).getAddress();
            return address == null || !address.isMulticastAddress() ? Gid.ZERO : mgid(address, space, pKey);
        }

        static Gid mgid(InetAddress group, PortSpace space, int pKey) {
            boolean udp = space == PortSpace.UDP;
            ByteBuffer bytes = ByteBuffer.wrap(group.getAddress());
            if (group instanceof Inet4Address) {
                return new Gid(prefix(LINK_SCOPE, udp ? IPV4_UDP : IPV4, pKey), bytes.getInt() & IPV4_BITS);
            }
            if (bytes.getShort(SIGNATURE_BYTE) == ASSIGNED) {
                return new Gid(bytes.getLong(), bytes.getLong());
            }
            long scope = bytes.get(1) & SCOPE_BITS;
            // The 16 bits above the lower half of the address only fit into the prefix.
            long middle = Short.toUnsignedLong(bytes.getShort(PREFIX_BYTES - Short.BYTES));
            return new Gid(prefix(scope, udp ? IPV6_UDP : IPV6, pKey) | middle, bytes.getLong(PREFIX_BYTES));
        }

        private static long prefix(long scope, long signature, int pKey) {
            return TRANSIENT
                    | scope << SCOPE_SHIFT
                    | signature << SIGNATURE_SHIFT
                    | (long) (pKey | FULL) << PARTITION_SHIFT;
        }
    }
}
