package io.verbena.shell.cli;

import io.verbena.shell.cli.HelpText.ShortNames;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of every command. They may also precede the name of the command. {@link ShortNames} assigns their short
 * names.
 */
public final class CommonOptions {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Output format: ${COMPLETION-CANDIDATES} (default: text).")
    @Nullable Format format;

    @Option(
            names = "--fabric",
            paramLabel = "FABRIC",
            description =
                    "Fabric to use. native: the devices of this host (default). embedded[:TOPOLOGY]: a fabric in this process;"
                            + " TOPOLOGY is two-node, fat-tree:S,L,H or a net file.")
    @Nullable String fabric;

    @Option(
            names = "--verbose",
            description =
                    "Increase verbosity. For errors, show the context of each layer; given twice, also both packets.")
    boolean[] verbose = {};

    @Option(names = "--errors", description = "For errors, show the context of each layer.")
    boolean errors;

    @Option(names = "--show_keys", description = "Show keys (default: keys are hidden).")
    boolean showKeys;

    @Option(
            names = "--debug",
            description = "Trace each request on one line; given twice, show all fields of each packet.")
    boolean[] debug = {};

    /** Whether paging is off; set by an option of the program that precedes the name of the command. */
    boolean noPager;

    /** Returns how many times {@code --verbose} was given. */
    public int verbosity() {
        return verbose.length;
    }

    /** Returns whether keys are shown. */
    public boolean showsKeys() {
        return showKeys;
    }

    /** Returns the name of the fabric; null if none was given. */
    public @Nullable String fabric() {
        return fabric;
    }

    int errorVerbosity() {
        return Math.max(verbose.length, errors ? 1 : 0);
    }

    int debugLevel() {
        return debug.length;
    }

    /** Returns these options, with the values of {@code outer} for those that were not given. */
    public CommonOptions over(CommonOptions outer) {
        CommonOptions merged = new CommonOptions();
        merged.format = format != null ? format : outer.format;
        merged.fabric = fabric != null ? fabric : outer.fabric;
        merged.verbose = verbose.length > 0 ? verbose : outer.verbose;
        merged.errors = errors || outer.errors;
        merged.showKeys = showKeys || outer.showKeys;
        merged.noPager = noPager || outer.noPager;
        merged.debug = debug.length > 0 ? debug : outer.debug;
        return merged;
    }

    /** Returns the output format. */
    public Format format() {
        return format == null ? Format.text : format;
    }

    /** The output formats. */
    public enum Format {
        /** Text in the layout of the C program. */
        text,
        /** One JSON document. */
        json,
        /** Comma-separated values: a header, and a line for each row. */
        csv,
        /** One YAML document with the same names as the JSON document. */
        yaml
    }
}
