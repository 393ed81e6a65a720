package io.verbena.shell.command;

import io.verbena.error.RdmaException;
import io.verbena.shell.cli.CommonOptions.Format;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.SessionState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

@Examples("session # Show the settings of this console and the age of the cached subnet.")
@Command(
        name = "session",
        description =
                "Shows the settings of this console: the fabric, the end port, the output format, and the cached subnet"
                        + " with its age.")
final class SessionCommand extends PrintingCommand {

    /**
     * The settings of the console.
     *
     * @param endPort the end port; null if there is none
     * @param noEndPort why there is no end port; null if there is one
     * @param nodes the number of nodes of the cached subnet; null if no subnet is cached
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
                    + (nodes == null ? "not cached" : nodes + " nodes, read " + ageSeconds + " s ago")
                    + (cached ? "; commands use it" : "; commands read the subnet again"));
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
