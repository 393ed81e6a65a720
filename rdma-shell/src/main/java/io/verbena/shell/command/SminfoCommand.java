package io.verbena.shell.command;

import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.SmInfo;
import io.verbena.iba.SmState;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.shell.cli.FabricCommand.AddressedCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.spi.PortAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({"sminfo # Show the master subnet manager.", "sminfo 7 # Show the subnet manager at LID 7."})
@Command(
        name = "sminfo",
        description = "Shows the SMInfo of a subnet manager: its GUID, state, priority and activity count.",
        footer = {
            "",
            "A MODIFIER other than 0 sends a Set with this control: 1 hand over, 2 acknowledge, 3 disable,"
                    + " 4 standby, 5 discover. -s, -p, -a and --sminfo_smkey describe the sender. This may stop the subnet manager."
        })
final class SminfoCommand extends AddressedCommand {
    private static final int STATES = 3;

    @Option(
            names = {"-s", "--state"},
            paramLabel = "N",
            description = "State of the sender: 0 not active, 1 discovering, 2 standby, 3 master (default: 2).")
    String state = "2";

    @Option(
            names = {"-p", "--priority"},
            paramLabel = "N",
            description = "Priority of the sender, 0 to 15 (default: 0).")
    String priority = "0";

    @Option(
            names = {"-a", "--activity"},
            paramLabel = "N",
            description = "Activity count of the sender (default: 0).")
    String activity = "0";

    @Option(
            names = "--sminfo_smkey",
            paramLabel = "KEY",
            description = "SM_Key of the sender; prompts for the key if KEY is not a number (default: 0).")
    @Nullable String smKey;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ADDRESS",
            description = "Address of the subnet manager (default: the SM LID of the port).")
    @Nullable String address;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "MODIFIER",
            description = "Attribute modifier of a Set (default: 0, which sends a Get).")
    String modifier = "0";

    @Override
    protected Result run(Session session) {
        long request = Numbers.parse("MODIFIER", modifier, 32);
        SmInfo sender = sender();
        Path path = address == null ? manager(session) : addressing.parse(address);
        try {
            Path resolved = session.resolve(path);
            SmInfo info = request == 0
                    ? session.mad().subnGet(SmInfo.class, resolved)
                    : session.mad().subnSet(sender, resolved, request);
            Lid lid = resolved instanceof IbPath known ? known.dlid() : Lid.NONE;
            return Result.of(() -> lines(info, lid), () -> new Found(lid, info));
        } catch (RdmaException e) {
            String target =
                    path instanceof DirectedPath route ? route.route() : address == null ? path.toString() : address;
            throw e.during("cannot query the subnet manager at " + target);
        }
    }

    private SmInfo sender() {
        long code = Numbers.parse("--state", state, Integer.SIZE);
        if (code > STATES) {
            throw new IllegalArgumentException("--state: " + state
                    + " is not a state; expected 0 (not active), 1 (discovering), 2 (standby) or 3 (master)");
        }
        return new SmInfo()
                .stateBits((int) code)
                .priority((int) Numbers.parse("--priority", priority, 4))
                .activityCount(Numbers.parse("--activity", activity, 32))
                .smKey(smKey == null ? 0 : Numbers.key("--sminfo_smkey", smKey));
    }

    private static Path manager(Session session) {
        PortAttributes port = session.endPort().attributes();
        if (port.smLid().equals(Lid.NONE)) {
            throw new RdmaException("no subnet manager has configured end port " + session.endPort()
                    + "; give the address of the subnet manager");
        }
        return IbPath.to(port.smLid()).withSl(port.smSl());
    }

    private static List<String> lines(SmInfo info, Lid lid) {
        return List.of("sminfo: sm lid %s sm guid 0x%x, activity count %d priority %d state %d %s"
                .formatted(
                        lid,
                        info.guidBits(),
                        info.activityCount(),
                        info.priority(),
                        info.stateBits(),
                        name(info.state())));
    }

    private static String name(SmState state) {
        return switch (state) {
            case DISCOVERING -> "SMINFO_DISCOVER";
            case STANDBY -> "SMINFO_STANDBY";
            case MASTER -> "SMINFO_MASTER";
            case NOT_ACTIVE -> "SMINFO_NOTACT";
            case UNKNOWN -> "???";
        };
    }

    record Found(Lid lid, SmInfo info) {}
}
