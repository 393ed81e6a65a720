package io.verbena.shell.command;

import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.SmInfo;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.shell.cli.AddressOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.SminfoView;
import io.verbena.spi.PortAttributes;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({"sminfo # The master subnet manager.", "sminfo 7 # The one on the node with LID 7."})
@Command(
        name = "sminfo",
        description = "Shows what a subnet manager says of itself: who it is, its state and its priority.",
        footer = {
            "",
            "A MODIFIER other than 0 makes it a request to the subnet manager: 1 hand over, 2 acknowledge, 3 disable,"
                    + " 4 stand by, 5 discover. -s, -p and -a say who asks. It may stop the subnet manager."
        })
final class SminfoCommand extends FabricCommand {
    private static final int STATES = 3;

    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    AddressOptions addressing = new AddressOptions();

    @Option(
            names = {"-s", "--state"},
            paramLabel = "N",
            description = "The state of who asks: 0 not active, 1 discovering, 2 standby (unless given), 3 master.")
    String state = "2";

    @Option(
            names = {"-p", "--priority"},
            paramLabel = "N",
            description = "The priority of who asks, 0 to 15; 0 unless given.")
    String priority = "0";

    @Option(
            names = {"-a", "--activity"},
            paramLabel = "N",
            description = "The activity count of who asks; 0 unless given.")
    String activity = "0";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ADDRESS",
            description = "Whom to ask; unless given, the subnet manager that set up this port.")
    @Nullable String address;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "MODIFIER",
            description = "What to ask for; it is a question unless given, or 0.")
    String modifier = "0";

    @Override
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

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
            return Result.of(() -> SminfoView.text(info, lid), () -> SminfoView.json(info, lid));
        } catch (RdmaException e) {
            String whom =
                    path instanceof DirectedPath route ? route.route() : address == null ? path.toString() : address;
            throw e.during("cannot ask the subnet manager at " + whom);
        }
    }

    private SmInfo sender() {
        long code = Numbers.parse("--state", state, Integer.SIZE);
        if (code > STATES) {
            throw new IllegalArgumentException(
                    "--state: there is no state " + state + "; 0 is not active, 1 discovering, 2 standby, 3 master");
        }
        return new SmInfo()
                .stateBits((int) code)
                .priority((int) Numbers.parse("--priority", priority, 4))
                .activityCount(Numbers.parse("--activity", activity, 32));
    }

    private static Path manager(Session session) {
        PortAttributes port = session.endPort().attributes();
        if (port.smLid().equals(Lid.NONE)) {
            throw new RdmaException("no subnet manager has set up end port " + session.endPort() + "; give an address");
        }
        return IbPath.to(port.smLid()).withSl(port.smSl());
    }
}
