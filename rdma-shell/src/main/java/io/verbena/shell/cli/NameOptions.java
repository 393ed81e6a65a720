package io.verbena.shell.cli;

import io.verbena.subnet.NodeNameMap;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the names of nodes come from. */
public final class NameOptions {
    @Option(
            names = "--node-name-map",
            paramLabel = "FILE",
            description = "Take the names of nodes from this file: lines of a GUID and a name in quotes. Unless given,"
                    + " from opensm's, if it is there.")
    @Nullable Path nodeNameMap;

    /**
     * The names that count.
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
