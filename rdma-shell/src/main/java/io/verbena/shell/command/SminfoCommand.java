package io.verbena.shell.command;

import io.verbena.error.RdmaException;
import io.verbena.iba.Lid;
import io.verbena.iba.SmInfo;
import io.verbena.path.DirectedPath;
import io.verbena.path.IbPath;
import io.verbena.path.Path;
import io.verbena.shell.view.SminfoView;
import io.verbena.spi.PortAttributes;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "sminfo",
        description = "Shows what the subnet manager says of itself: who it is, its state and its priority.")
final class SminfoCommand extends FabricCommand {
    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    AddressOptions addressing = new AddressOptions();

    @Parameters(
            arity = "0..1",
            paramLabel = "ADDRESS",
            description = "Whom to ask; unless given, the subnet manager that set up this port.")
    @Nullable String address;

    @Override
    EndPortOptions endPortOptions() {
        return endPort;
    }

    @Override
    Result run(Session session) {
        Path path = address == null ? manager(session) : addressing.parse(address);
        try {
            Path resolved = session.resolve(path);
            SmInfo info = session.mad().subnGet(SmInfo.class, resolved);
            Lid lid = resolved instanceof IbPath known ? known.dlid() : Lid.NONE;
            return Result.of(() -> SminfoView.text(info, lid), () -> SminfoView.json(info, lid));
        } catch (RdmaException e) {
            String whom =
                    path instanceof DirectedPath route ? route.route() : address == null ? path.toString() : address;
            throw e.during("cannot ask the subnet manager at " + whom);
        }
    }

    private static Path manager(Session session) {
        PortAttributes port = session.endPort().attributes();
        if (port.smLid().equals(Lid.NONE)) {
            throw new RdmaException("no subnet manager has set up end port " + session.endPort() + "; give an address");
        }
        return IbPath.to(port.smLid()).withSl(port.smSl());
    }
}
