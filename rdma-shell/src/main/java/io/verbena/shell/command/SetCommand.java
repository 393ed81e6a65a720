package io.verbena.shell.command;

import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.Format;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.Version;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Examples({
    "set subnet cached # Commands take the subnet as it was when it was last read.",
    "set subnet fresh # Commands read the subnet each time.",
    "set format json # Results are printed as JSON from here on."
})
@Command(name = "set", description = "Sets what counts for all commands of this console; 'session' shows it.")
final class SetCommand extends PrintingCommand {
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
        throw new IllegalArgumentException("set what? 'set format FORMAT', 'set subnet cached' or 'set pager off'");
    }

    @Command(
            name = "format",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "How results are printed.")
    int format(@Parameters(paramLabel = "FORMAT", description = "One of ${COMPLETION-CANDIDATES}.") Format format) {
        remembered().state().format(format);
        return 0;
    }

    @Command(
            name = "subnet",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Whether commands take the subnet that was read last, or read their own.")
    int subnet(@Parameters(paramLabel = "USE", description = "One of ${COMPLETION-CANDIDATES}.") Use use) {
        remembered().state().useCached(use == Use.cached);
        return 0;
    }

    @Command(
            name = "pager",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Whether output that is longer than the screen stops at each screenful.")
    int pager(@Parameters(paramLabel = "SWITCH", description = "One of ${COMPLETION-CANDIDATES}.") Switch pager) {
        remembered().state().page(pager == Switch.on);
        return 0;
    }

    private FabricHost remembered() {
        return Objects.requireNonNull(host(), "only a console has a session");
    }
}
