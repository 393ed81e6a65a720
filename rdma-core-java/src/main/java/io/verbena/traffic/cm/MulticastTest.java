package io.verbena.traffic.cm;

import io.verbena.cm.CmId;
import io.verbena.cm.CmMembership;
import io.verbena.hca.AddressVector;
import io.verbena.hca.QueuePairFlag;
import io.verbena.hca.QueuePairType;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The test of mckey(1): a sender and receivers join a multicast group, and the sender sends datagrams to it. */
public final class MulticastTest {
    private MulticastTest() {}

    /** The role of a member. */
    public enum MulticastRole {
        /** Sends datagrams to the group. */
        SENDER,
        /** Waits for the datagrams of a sender. */
        RECEIVER
    }

    /**
     * The membership of a test.
     *
     * @param group the multicast address
     * @param source the local address; null for the address on the route to the group
     * @param sendOnly whether to join as a send-only full member
     * @param blockLoopback whether the device keeps datagrams from the receivers of this host
     */
    public record MulticastJoin(
            SocketAddress group, @Nullable SocketAddress source, boolean sendOnly, boolean blockLoopback) {}

    /**
     * Runs a member. A receiver waits for datagrams until the thread is interrupted.
     *
     * @throws io.verbena.cm.CmException if the group cannot be joined
     */
    public static CmTestReport run(CmTestHost host, CmTestOptions options, MulticastJoin join, MulticastRole role) {
        QueuePairFlag[] flags =
                join.blockLoopback() ? new QueuePairFlag[] {QueuePairFlag.BLOCK_SELF_MULTICAST} : new QueuePairFlag[0];
        boolean sends = role == MulticastRole.SENDER;
        try (CmTestResources resources = new CmTestResources(host)) {
            host.say("mckey: starting " + (sends ? "client" : "server"));
            host.say("mckey: joining");
            List<CmMembership> memberships = new ArrayList<>();
            for (int i = 0; i < options.connections(); i++) {
                CmId id = resources.toGroup(options, join.source(), join.group());
                resources.requireFits(id, options);
                MessageEnd end = resources.end(id, QueuePairType.UD, options, flags);
                CmMembership joined = end.id.join(join.group(), join.sendOnly(), host.timeout());
                memberships.add(joined);
                host.say(joined(joined.destination().address()));
            }
            if (sends) {
                send(resources, memberships);
            } else if (options.messages() > 0) {
                host.say("receiving data transfers");
                resources.ends.forEach(MessageEnd::awaitReceived);
                host.say("data transfers complete");
            }
            memberships.forEach(CmMembership::close);
            host.say("test complete");
            return resources.report();
        }
    }

    private static String joined(AddressVector group) {
        return String.format(
                "mckey: joined dgid: %s mlid 0x%x sl %d",
                group.dgid(), group.dlid().bits(), group.serviceLevel());
    }

    private static void send(CmTestResources resources, List<CmMembership> memberships) {
        CmTestHost host = resources.host;
        host.say("initiating data transfers");
        for (int i = 0; i < memberships.size(); i++) {
            MessageEnd end = resources.ends.get(i);
            end.send(memberships.get(i).destination());
            end.awaitSent(host.timeout());
        }
        host.say("data transfers complete");
    }
}
