package io.verbena.shell.command.administration;

import io.verbena.diag.SampleTrap;
import io.verbena.iba.SubnetNotice;
import io.verbena.path.IbPath;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.ConstantNames;
import io.verbena.shell.cli.FabricCommand.EndPortCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Examples({
    "ibsendtrap --dry-run # Show the trap that would be sent.",
    "ibsendtrap local_link_integrity 1 # Report excessive errors of port 1 of this node."
})
@Command(
        name = "ibsendtrap",
        description = "Sends a trap to the subnet manager that reports a fictitious event of this port.",
        footer = {
            "",
            "TRAP is node_desc_change (default), link_speed_enabled_change, local_link_integrity,"
                    + " sys_image_guid_change, mkey_lid, mkey_dr, pkey or qkey. The subnet manager may sweep the subnet"
                    + " and report the trap to its subscribers. The command prints nothing."
        })
public final class IbsendtrapCommand extends EndPortCommand {
    private static final int MAX_PORTS = 254;

    @Mixin
    ChangeOptions changing = new ChangeOptions();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "TRAP",
            converter = TrapNames.class,
            completionCandidates = TrapNames.class,
            description = "Trap to send; see below.")
    SampleTrap trap = SampleTrap.NODE_DESC_CHANGE;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PORT",
            description = "Port of this node that the trap reports (default: the port that sends it).")
    @Nullable Integer port;

    @Override
    protected Result run(Session session) {
        if (port != null && (port < 0 || port > MAX_PORTS)) {
            throw new IllegalArgumentException(port + " is not a port number; expected 0 to " + MAX_PORTS);
        }
        var mad = session.agents("accepts traps");
        IbPath manager = session.subnetManager();
        int number = port == null ? session.endPort().number() : port;
        SubnetNotice notice = trap.notice(session.endPort(), number);
        changing.make(
                log(),
                "send trap " + notice.trapNumber() + " (" + trap.trap().text() + ") of " + session.endPort()
                        + " to the subnet manager at LID " + manager.dlid(),
                () -> {
                    mad.subnTrap(notice, manager);
                    return notice;
                });
        return Result.of(List::of, () -> notice);
    }

    static final class TrapNames extends ConstantNames<SampleTrap> {
        TrapNames() {
            super("a trap", List.of(SampleTrap.values()));
        }

        @Override
        protected String name(SampleTrap trap) {
            return trap.name().toLowerCase(Locale.ROOT);
        }
    }
}
