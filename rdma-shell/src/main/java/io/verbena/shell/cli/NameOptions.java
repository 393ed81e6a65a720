package io.verbena.shell.cli;

import io.verbena.subnet.NodeNameMap;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the names of nodes. */
public final class NameOptions {
    @Option(
            names = "--node-name-map",
            paramLabel = "FILE",
            description = "Read node names from this file, whose lines consist of a GUID and a quoted name"
                    + " (default: the file of opensm, if it exists).")
    @Nullable Path nodeNameMap;

    /**
     * Returns the node names to use.
     *
     * @throws io.verbena.error.RdmaException if the file cannot be read
     */
    public NodeNameMap read() {
        if (nodeNameMap != null) {
            return NodeNameMap.read(nodeNameMap);
        }
        Path common = DiagnosisFiles.nodeNameMap();
        return Files.exists(common) ? NodeNameMap.read(common) : NodeNameMap.EMPTY;
    }
}
