package io.verbena.shell.command.routing;

import io.verbena.diag.routing.TableRange;
import io.verbena.shell.cli.Numbers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which entries of forwarding tables are shown. */
final class TableOptions {
    @Option(
            names = {"-a", "--all"},
            description = "Show entries that lead nowhere, too.")
    boolean all;

    @Option(
            names = {"-n", "--no_dests"},
            description = "Do not say who has the LIDs; of multicast groups show masks of ports.")
    boolean noDestinations;

    /** The entries from one LID to another. */
    TableRange range(@Nullable String first, @Nullable String last) {
        return new TableRange(
                first == null ? null : (int) Numbers.parse("STARTLID", first, 16),
                last == null ? null : (int) Numbers.parse("ENDLID", last, 16),
                all);
    }
}
