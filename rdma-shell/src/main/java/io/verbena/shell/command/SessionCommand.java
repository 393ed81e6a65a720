package io.verbena.shell.command;

import io.verbena.error.RdmaException;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.Format;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.SessionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

@Examples("session # Where commands look, and how old the subnet is that --cached takes.")
@Command(
        name = "session",
        description =
                "Shows what counts for all commands: the fabric, the end port, the format, and the subnet that was"
                        + " read last, with its age.")
final class SessionCommand extends PrintingCommand {

    /**
     * What counts.
     *
     * @param endPort null where there is none; then why
     * @param nodes how many the subnet has that is remembered; null if none is
     * @param ageSeconds since it was read
     * @param cached whether commands take it unless told otherwise
     */
    record Shown(
            String fabric,
            @Nullable String endPort,
            @Nullable String noEndPort,
            Format format,
            @Nullable Integer nodes,
            @Nullable Long ageSeconds,
            boolean cached) {

        List<String> lines() {
            List<String> lines = new ArrayList<>();
            lines.add("fabric    " + fabric);
            lines.add("end port  " + (endPort != null ? endPort : "none: " + noEndPort));
            lines.add("format    " + format);
            lines.add("subnet    "
                    + (nodes == null ? "not read yet" : nodes + " nodes, read " + ageSeconds + " s ago")
                    + (cached ? "; commands take it as it was" : "; commands read their own"));
            return lines;
        }
    }

    @Override
    public Integer call() {
        FabricHost host = Objects.requireNonNull(host(), "only a console has a session");
        SessionState state = host.state();
        String endPort = null;
        String reason = null;
        try {
            endPort = host.endPort().toString();
        } catch (RdmaException | IllegalArgumentException e) {
            reason = e.getMessage();
        }
        SessionState.KnownSubnet known = state.known().orElse(null);
        Shown shown = new Shown(
                host.fabric(),
                endPort,
                reason,
                options().format(),
                known == null ? null : known.subnet().nodes().size(),
                known == null ? null : known.age().toSeconds(),
                state.usesCached());
        return print(Result.of(shown, Shown::lines));
    }
}
