package io.verbena.shell.command.data;

import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.data.UdaddyCommand.DatagramSpace;
import io.verbena.traffic.cm.CmTestOptions;
import io.verbena.traffic.cm.MulticastTest;
import io.verbena.traffic.cm.MulticastTest.MulticastJoin;
import io.verbena.traffic.cm.MulticastTest.MulticastRole;
import java.net.InetAddress;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Examples({
    "mckey -m 239.7.7.7 -b 192.0.2.2 # Join the group at this local address, and wait for datagrams.",
    "mckey -m 239.7.7.7 -b 192.0.2.1 -s # Send datagrams to the group."
})
@Command(
        name = "mckey",
        description =
                "Joins a multicast group with the RDMA CM, and sends or receives datagrams; other members may be the C"
                        + " program.")
public final class MckeyCommand extends CmTestCommand {
    @Option(names = "-m", paramLabel = "ADDRESS", description = "IP multicast address of the group.")
    @Nullable String group;

    @Option(
            names = "-M",
            paramLabel = "MGID",
            description = "Multicast GID instead of -m, which the connection manager uses unchanged; requires -b.")
    @Nullable String multicastGid;

    @Option(names = "-s", description = "Send to the group (default: receive).")
    boolean sender;

    @Option(names = "-b", paramLabel = "ADDRESS", description = "Local address (default: the route to the group).")
    @Nullable String local;

    @Mixin
    Messages messages = new Messages();

    @Mixin
    DatagramSpace space = new DatagramSpace();

    @Option(names = "-o", description = "Join as a send-only full member.")
    boolean sendOnly;

    @Option(names = "-l", description = "Keep the datagrams from receivers of this host.")
    boolean blockLoopback;

    @Override
    protected Result run(Session session) {
        messages.check();
        CmTestOptions options = new CmTestOptions(
                space.value(),
                messages.connections,
                messages.count,
                messages.size,
                OptionalInt.empty(),
                OptionalInt.empty(),
                false);
        InetAddress source = local == null ? null : AddressFormat.name.resolved("-b", local);
        MulticastJoin join = new MulticastJoin(group(), source, sendOnly, blockLoopback);
        return complete(MulticastTest.run(
                host(session), options, join, sender ? MulticastRole.SENDER : MulticastRole.RECEIVER));
    }

    private InetAddress group() {
        if ((group == null) == (multicastGid == null)) {
            throw new IllegalArgumentException("give -m, the address of the group, or -M, its multicast GID");
        }
        if (group != null) {
            return AddressFormat.name.resolved("-m", group);
        }
        if (local == null) {
            throw new IllegalArgumentException("-M requires -b, the local address");
        }
        InetAddress address = AddressFormat.ipv6.resolved("-M", String.valueOf(multicastGid));
        byte[] bytes = address.getAddress();
        // The connection manager maps other addresses to the multicast GID of the IPoIB group.
        boolean unchanged =
                bytes[0] == (byte) 0xff && (bytes[1] & 0xf0) == 0x10 && bytes[2] == (byte) 0xa0 && bytes[3] == 0x1b;
        if (!unchanged) {
            throw new IllegalArgumentException("-M: '" + multicastGid + "' is not a multicast GID that the subnet"
                    + " administration assigns; expected ff1x:a01b:..., or an IP address with -m");
        }
        return address;
    }
}
