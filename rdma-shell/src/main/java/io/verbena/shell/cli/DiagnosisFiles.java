package io.verbena.shell.cli;

import java.nio.file.Path;

/** Locations of the files that infiniband-diags and opensm share. */
public final class DiagnosisFiles {
    private static final String FOLDER = "verbena.diags.folder";
    private static final String NAME_MAP = "verbena.node-name-map";

    private DiagnosisFiles() {}

    /** Returns the path of {@code ibdiag.conf}; the system property {@code verbena.diags.folder} sets its directory. */
    public static Path configuration() {
        return folder().resolve("ibdiag.conf");
    }

    /** Returns the path of {@code error_thresholds} in the same directory as {@code ibdiag.conf}. */
    public static Path errorThresholds() {
        return folder().resolve("error_thresholds");
    }

    /** Returns the path of the node name map; the system property {@code verbena.node-name-map} sets it. */
    public static Path nodeNameMap() {
        return Path.of(System.getProperty(NAME_MAP, "/etc/opensm/ib-node-name-map"));
    }

    private static Path folder() {
        return Path.of(System.getProperty(FOLDER, "/etc/infiniband-diags"));
    }
}
