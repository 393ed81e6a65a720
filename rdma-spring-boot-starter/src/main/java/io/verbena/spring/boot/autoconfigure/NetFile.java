package io.verbena.spring.boot.autoconfigure;

import io.verbena.error.RdmaException;
import io.verbena.topology.TopologyReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/**
 * A fabric whose topology may lie where only Spring finds it, such as in a jar: as long as this is open, it is a file,
 * too.
 */
final class NetFile implements AutoCloseable {
    private static final String EMBEDDED = "embedded:";

    private final String fabric;
    private final @Nullable Path copy;

    private NetFile(String fabric, @Nullable Path copy) {
        this.fabric = fabric;
        this.copy = copy;
    }

    /**
     * Finds the topology of a fabric; one that is no location stays as it is.
     *
     * @throws InvalidFabricException if it is not there
     * @throws RdmaException if it cannot be read, or is not a topology
     */
    static NetFile of(String fabric, ResourceLoader resources) {
        if (!fabric.startsWith(EMBEDDED + "classpath:") && !fabric.startsWith(EMBEDDED + "file:")) {
            return new NetFile(fabric, null);
        }
        String location = fabric.substring(EMBEDDED.length());
        String host = "";
        Resource resource = resources.getResource(location);
        int at = location.lastIndexOf('@');
        if (!resource.isReadable() && at > 0) {
            host = location.substring(at);
            location = location.substring(0, at);
            resource = resources.getResource(location);
        }
        if (!resource.isReadable()) {
            throw new InvalidFabricException(fabric, "there is no file " + location);
        }
        Path copy = copy(location, resource);
        return new NetFile(EMBEDDED + copy + host, copy);
    }

    private static Path copy(String location, Resource resource) {
        try (InputStream content = resource.getInputStream()) {
            byte[] text = content.readAllBytes();
            // Messages are to name the location and not the copy.
            TopologyReader.read(location, new String(text, StandardCharsets.UTF_8));
            return Files.write(Files.createTempFile("verbena-", ".net"), text);
        } catch (IOException e) {
            throw new RdmaException("cannot read the topology " + location + ": " + e, e);
        }
    }

    /** Whether this is a fabric inside the JVM. */
    static boolean isEmbedded(String fabric) {
        return fabric.equals("embedded") || fabric.startsWith(EMBEDDED);
    }

    /** What the embedded fabric is asked for with: what stands behind the colon. */
    String argument() {
        return fabric.startsWith(EMBEDDED) ? fabric.substring(EMBEDDED.length()) : "";
    }

    @Override
    public void close() {
        if (copy != null) {
            try {
                Files.deleteIfExists(copy);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
