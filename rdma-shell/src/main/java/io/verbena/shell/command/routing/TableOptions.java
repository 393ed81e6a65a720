package io.verbena.shell.command.routing;

import io.verbena.diag.routing.TableRange;
import io.verbena.shell.cli.Numbers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that select entries of forwarding tables. */
final class TableOptions {
    @Option(
            names = {"-a", "--all"},
            description = "Also show invalid entries.")
    boolean all;

    @Option(
            names = {"-n", "--no_dests"},
            description = "Show no node names; for multicast groups, show port masks.")
    boolean noDestinations;

    /** Returns the range of LIDs from {@code first} to {@code last}. */
    TableRange range(@Nullable String first, @Nullable String last) {
        return new TableRange(
                first == null ? null : (int) Numbers.parse("STARTLID", first, 16),
                last == null ? null : (int) Numbers.parse("ENDLID", last, 16),
                all);
    }
}
