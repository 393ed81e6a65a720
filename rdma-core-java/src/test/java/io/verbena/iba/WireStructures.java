package io.verbena.iba;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** All structures that were generated from the table. */
final class WireStructures {
    private WireStructures() {}

    static List<Layout<? extends Structure>> all() {
        try (Stream<Path> files = Files.list(Path.of(Structure.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .resolve("io/verbena/iba"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("$") && !name.contains("package-info"))
                    .map(name -> type(name.replace(".class", "")))
                    .filter(type -> Structure.class.isAssignableFrom(type) && type != Structure.class)
                    .<Layout<? extends Structure>>map(type -> Layout.forType(type.asSubclass(Structure.class)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName("io.verbena.iba." + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
