package io.verbena.shell.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command. Those given before the command's name count for it, too. */
final class CommonOptions {
    /** How the result is printed. */
    enum Format {
        text,
        json
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "How the result is printed: ${COMPLETION-CANDIDATES}.")
    @Nullable Format format;

    @Option(
            names = "--fabric",
            paramLabel = "FABRIC",
            description = "native: the devices of this host. embedded[:TOPOLOGY]: a fabric inside this program;"
                    + " TOPOLOGY is two-node, fat-tree:S,L,H or a net file.")
    @Nullable String fabric;

    @Option(
            names = {"-v", "--verbose"},
            description = "Say more of errors: what each layer wanted; twice, both packets.")
    boolean[] verbose = {};

    @Option(
            names = {"-d", "--debug"},
            description = "Trace one line per request; twice, every packet to its last field.")
    boolean[] debug = {};

    int verbosity() {
        return verbose.length;
    }

    int debugLevel() {
        return debug.length;
    }

    /** These options, and where they say nothing, those of {@code outer}. */
    CommonOptions over(CommonOptions outer) {
        CommonOptions merged = new CommonOptions();
        merged.format = format != null ? format : outer.format;
        merged.fabric = fabric != null ? fabric : outer.fabric;
        merged.verbose = verbose.length > 0 ? verbose : outer.verbose;
        merged.debug = debug.length > 0 ? debug : outer.debug;
        return merged;
    }

    boolean asJson() {
        return format == Format.json;
    }
}
