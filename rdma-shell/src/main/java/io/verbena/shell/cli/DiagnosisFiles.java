package io.verbena.shell.cli;

import java.nio.file.Path;

/** Where infiniband-diags and opensm keep the files that all their programs read. */
public final class DiagnosisFiles {
    private static final String FOLDER = "verbena.diags.folder";
    private static final String NAME_MAP = "verbena.node-name-map";

    private DiagnosisFiles() {}

    /** {@code ibdiag.conf}; the system property {@code verbena.diags.folder} names another folder. */
    public static Path configuration() {
        return folder().resolve("ibdiag.conf");
    }

    /** {@code error_thresholds}, in the same folder. */
    public static Path errorThresholds() {
        return folder().resolve("error_thresholds");
    }

    /** The names of nodes; the system property {@code verbena.node-name-map} names another file. */
    public static Path nodeNameMap() {
        return Path.of(System.getProperty(NAME_MAP, "/etc/opensm/ib-node-name-map"));
    }

    private static Path folder() {
        return Path.of(System.getProperty(FOLDER, "/etc/infiniband-diags"));
    }
}
