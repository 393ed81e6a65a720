package io.verbena.shell.command;

import io.verbena.error.RdmaException;
import io.verbena.shell.cli.CommonOptions.Format;
import io.verbena.shell.cli.FabricCommand.SubnetCommand;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.PrintingCommand.Version;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.cli.SessionState;
import io.verbena.subnet.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands that exist in the console only, because they concern its state. */
final class ConsoleCommands {
    private ConsoleCommands() {}

    abstract static class ConsoleCommand extends PrintingCommand {
        final FabricHost console() {
            return Objects.requireNonNull(host(), "only a console has a session");
        }
    }

    @Examples("discover # Read the subnet for --cached and for completion.")
    @Exits(partial = "part of the subnet did not respond and is missing")
    @Command(
            name = "discover",
            aliases = "rediscover",
            description = "Reads the subnet and caches it for commands with --cached and for completion.")
    static final class DiscoverCommand extends SubnetCommand {
        record Read(int nodes, int failures) {}

        @Override
        protected Result run(Session session) {
            Subnet subnet = session.freshSubnet(discovery);
            if (!session.remembers()) {
                throw new IllegalArgumentException(
                        "discover reads the subnet of this console; remove --fabric, -C and -P");
            }
            Read read = new Read(subnet.nodes().size(), subnet.failures().size());
            return Result.of(read, found -> List.of(found.nodes() + " nodes")).without(subnet.failures());
        }
    }

    @Examples("session # Show the settings of this console and the age of the cached subnet.")
    @Command(
            name = "session",
            description =
                    "Shows the settings of this console: the fabric, the end port, the output format, and the cached"
                            + " subnet with its age.")
    static final class SessionCommand extends ConsoleCommand {

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
            FabricHost host = console();
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

    @Examples({
        "set subnet cached # Let commands use the cached subnet.",
        "set subnet fresh # Let commands read the subnet each time.",
        "set format json # Print results as JSON."
    })
    @Command(name = "set", description = "Changes the settings of this console; 'session' shows them.")
    static final class SetCommand extends ConsoleCommand {
        enum Use {
            cached,
            fresh
        }

        enum Switch {
            on,
            off
        }

        @Override
        public Integer call() {
            throw new IllegalArgumentException(
                    "missing setting; expected for example 'set format json', 'set subnet cached' or 'set pager off'");
        }

        @Command(
                name = "format",
                mixinStandardHelpOptions = true,
                versionProvider = Version.class,
                description = "Sets the output format.")
        int format(@Parameters(paramLabel = "FORMAT", description = "One of ${COMPLETION-CANDIDATES}.") Format format) {
            console().state().format(format);
            return 0;
        }

        @Command(
                name = "subnet",
                mixinStandardHelpOptions = true,
                versionProvider = Version.class,
                description = "Sets whether commands use the cached subnet or read it again.")
        int subnet(@Parameters(paramLabel = "USE", description = "One of ${COMPLETION-CANDIDATES}.") Use use) {
            console().state().useCached(use == Use.cached);
            return 0;
        }

        @Command(
                name = "pager",
                mixinStandardHelpOptions = true,
                versionProvider = Version.class,
                description = "Sets whether long output is paged.")
        int pager(@Parameters(paramLabel = "SWITCH", description = "One of ${COMPLETION-CANDIDATES}.") Switch pager) {
            console().state().page(pager == Switch.on);
            return 0;
        }
    }
}
