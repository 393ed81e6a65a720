package io.verbena.embedded.cm;

import io.verbena.error.Errno;
import io.verbena.hca.AddressVector;
import io.verbena.hca.DatagramDestination;
import io.verbena.iba.Gid;
import io.verbena.iba.JoinState;
import io.verbena.iba.MadMethod;
import io.verbena.iba.McMemberRecord;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Joins groups with the subnet administration, and leaves them. A port is in a group once, for all identifiers of the host
 * that are.
 */
final class GroupSteps {
    private static final long MEMBER = McMemberRecord.LAYOUT.componentMask("mgid", "portGid", "joinState");
    private static final long GROUP =
            McMemberRecord.LAYOUT.componentMask("qKey", "pKey", "sl", "flowLabel", "trafficClass");
    private static final Set<Stage> READY =
            Set.of(Stage.BOUND, Stage.ADDRESS_RESOLVED, Stage.ROUTE_RESOLVED, Stage.CONNECTING);
    private static final int EVERYBODY = 0xffffff;
    private static final int TIMEOUT_MILLIS = 3000;

    private final CmHost host;
    private final Map<Place, Integer> members = new HashMap<>();

    private record Place(int port, Gid mgid, int joinState) {
        static Place of(Membership membership) {
            return new Place(membership.port().number(), membership.mgid(), membership.joinState());
        }
    }

    GroupSteps(CmHost host) {
        this.host = host;
    }

    void join(Identifier id, InetSocketAddress group, boolean sendOnly, long cookie) {
        CmPort port = id.port();
        InetAddress address = group.getAddress();
        if (!id.space().isDatagram() || !READY.contains(id.stage()) || port == null) {
            throw Failures.state(
                    "rdma_join_multicast",
                    id,
                    "be of UDP or IPoIB, and bound to one port, or have an address resolved");
        }
        if (address == null || !address.isMulticastAddress()) {
            throw Failures.of("rdma_join_multicast", group, Errno.EINVAL, "it is not the address of a group");
        }
        int pKey = port.partition(0);
        int state = (sendOnly ? JoinState.SEND_ONLY_FULL_MEMBER : JoinState.FULL_MEMBER).code();
        Gid mgid = GroupAddresses.mgid(address, id.space(), pKey);
        Membership membership = new Membership(port, address, mgid, state, cookie);
        id.memberships().add(membership);
        members.merge(Place.of(membership), 1, Integer::sum);
        McMemberRecord wanted = record(membership)
                .qKey(Integer.toUnsignedLong(QueueKeys.of(id.space())))
                .pKey(pKey);
        host.timeline()
                .after(
                        0,
                        () -> host.administration()
                                .ask(
                                        port,
                                        MadMethod.SET,
                                        wanted,
                                        MEMBER | GROUP,
                                        TIMEOUT_MILLIS,
                                        answer -> joined(id, membership, answer),
                                        errno -> failed(id, membership, errno)));
    }

    private static McMemberRecord record(Membership membership) {
        return new McMemberRecord()
                .mgid(membership.mgid())
                .portGid(membership.port().gid())
                .joinStateBits(membership.joinState());
    }

    private void joined(Identifier id, Membership membership, McMemberRecord group) {
        if (!id.memberships().contains(membership)) {
            // It was left before it was joined, and perhaps nobody else is in it.
            leaveIfLast(membership);
            return;
        }
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
        id.tell(Occurrence.group(id, 0, membership.cookie(), destination));
    }

    private void failed(Identifier id, Membership membership, int errno) {
        if (id.memberships().remove(membership)) {
            members.computeIfPresent(Place.of(membership), (place, count) -> count == 1 ? null : count - 1);
            id.tell(Occurrence.group(id, -errno, membership.cookie(), null));
        }
    }

    void leave(Identifier id, InetSocketAddress group) {
        Membership membership = id.memberships().stream()
                .filter(each -> each.group().equals(group.getAddress()))
                .findFirst()
                .orElseThrow(() ->
                        Failures.of("rdma_leave_multicast", group, Errno.EADDRNOTAVAIL, id + " is not in the group"));
        leave(id, membership);
    }

    /** Its identifier is gone. */
    void abandon(Identifier id) {
        Set.copyOf(id.memberships()).forEach(membership -> leave(id, membership));
    }

    private void leave(Identifier id, Membership membership) {
        id.memberships().remove(membership);
        id.channel().forget(id, membership.cookie());
        members.computeIfPresent(Place.of(membership), (place, count) -> count == 1 ? null : count - 1);
        leaveIfLast(membership);
    }

    private void leaveIfLast(Membership membership) {
        if (!members.containsKey(Place.of(membership))) {
            host.administration()
                    .ask(
                            membership.port(),
                            MadMethod.DELETE,
                            record(membership),
                            MEMBER,
                            TIMEOUT_MILLIS,
                            answer -> {},
                            errno -> {});
        }
    }
}
