package io.verbena.shell.command;

import io.verbena.shell.cli.CommonOptions.Format;
import io.verbena.shell.cli.FabricHost;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.PrintingCommand;
import io.verbena.shell.cli.PrintingCommand.Version;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Examples({
    "set subnet cached # Let commands use the cached subnet.",
    "set subnet fresh # Let commands read the subnet each time.",
    "set format json # Print results as JSON."
})
@Command(name = "set", description = "Changes the settings of this console; 'session' shows them.")
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
        throw new IllegalArgumentException(
                "missing setting; expected for example 'set format json', 'set subnet cached' or 'set pager off'");
    }

    @Command(
            name = "format",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Sets the output format.")
    int format(@Parameters(paramLabel = "FORMAT", description = "One of ${COMPLETION-CANDIDATES}.") Format format) {
        remembered().state().format(format);
        return 0;
    }

    @Command(
            name = "subnet",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Sets whether commands use the cached subnet or read it again.")
    int subnet(@Parameters(paramLabel = "USE", description = "One of ${COMPLETION-CANDIDATES}.") Use use) {
        remembered().state().useCached(use == Use.cached);
        return 0;
    }

    @Command(
            name = "pager",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Sets whether long output is paged.")
    int pager(@Parameters(paramLabel = "SWITCH", description = "One of ${COMPLETION-CANDIDATES}.") Switch pager) {
        remembered().state().page(pager == Switch.on);
        return 0;
    }

    private FabricHost remembered() {
        return Objects.requireNonNull(host(), "only a console has a session");
    }
}
