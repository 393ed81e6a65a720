package io.verbena.shell.command.ibutils;

import io.verbena.diag.ibdm.FabricDesign;
import io.verbena.diag.ibdm.SystemLibrary;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Topology files with the types of systems that they use: from the directories of the environment variable
 * IBDM_IBNL_PATH, from {@code ibdiag_ibnl} beside the file, and from the packages of ibutils.
 */
public final class DesignSource {
    static final String VARIABLE = "IBDM_IBNL_PATH";

    private static final List<Path> INSTALLED = List.of(Path.of("/usr/lib"), Path.of("/usr/lib64"));

    private DesignSource() {}

    static FabricDesign read(Path file) {
        return FabricDesign.read(file, library(file));
    }

    static FabricDesign readCables(Path file) {
        return FabricDesign.readCables(file, library(file));
    }

    /** Returns the types of systems for a topology file. */
    public static SystemLibrary library(Path file) {
        SystemLibrary library = new SystemLibrary();
        INSTALLED.stream().flatMap(DesignSource::installed).forEach(library::addAll);
        Path beside = file.toAbsolutePath().resolveSibling("ibdiag_ibnl");
        if (Files.isDirectory(beside)) {
            library.addAll(beside);
        }
        Map<String, String> environment = System.getenv();
        for (String directory : environment.getOrDefault(VARIABLE, "").split("[:,\\s]", -1)) {
            if (!directory.isEmpty()) {
                library.addAll(Path.of(directory));
            }
        }
        return library;
    }

    /** Returns the directories of installed packages, such as {@code ibdm1.5.7/ibnl}. */
    private static Stream<Path> installed(Path libraries) {
        return Stream.concat(Stream.of(libraries), children(libraries))
                .flatMap(directory -> children(directory)
                        .filter(child -> child.getFileName().toString().startsWith("ibdm")))
                .map(directory -> directory.resolve("ibnl"))
                .filter(Files::isDirectory);
    }

    private static Stream<Path> children(Path directory) {
        File[] files = directory.toFile().listFiles(File::isDirectory);
        return files == null ? Stream.of() : Stream.of(files).map(File::toPath).sorted();
    }
}
