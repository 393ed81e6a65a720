package io.verbena.shell.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of every command. Those given before the command's name count for it, too. Their short names are in
 * {@link ShortNames}.
 */
public final class CommonOptions {
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
            names = "--verbose",
            description = "Say more; of errors, what each layer wanted, and if given twice, both packets.")
    boolean[] verbose = {};

    @Option(names = "--errors", description = "Say of errors what each layer wanted.")
    boolean errors;

    @Option(names = "--show_keys", description = "Show keys, which are left out otherwise.")
    boolean showKeys;

    @Option(names = "--debug", description = "Trace one line per request; twice, every packet to its last field.")
    boolean[] debug = {};

    /** How often more was asked for. */
    public int verbosity() {
        return verbose.length;
    }

    /** Whether keys are shown. */
    public boolean showsKeys() {
        return showKeys;
    }

    /** The fabric, if it is named. */
    public @Nullable String fabric() {
        return fabric;
    }

    int errorVerbosity() {
        return Math.max(verbose.length, errors ? 1 : 0);
    }

    int debugLevel() {
        return debug.length;
    }

    /** These options, and where they say nothing, those of {@code outer}. */
    public CommonOptions over(CommonOptions outer) {
        CommonOptions merged = new CommonOptions();
        merged.format = format != null ? format : outer.format;
        merged.fabric = fabric != null ? fabric : outer.fabric;
        merged.verbose = verbose.length > 0 ? verbose : outer.verbose;
        merged.errors = errors || outer.errors;
        merged.showKeys = showKeys || outer.showKeys;
        merged.debug = debug.length > 0 ? debug : outer.debug;
        return merged;
    }

    /** How results are printed. */
    public Format format() {
        return format == null ? Format.text : format;
    }
}
