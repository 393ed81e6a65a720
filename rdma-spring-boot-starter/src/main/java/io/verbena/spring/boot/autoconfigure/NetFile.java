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
 * A fabric whose topology Spring may have to load, for example from a jar. The topology is copied to a temporary file,
 * which {@link #close} deletes.
 */
record NetFile(String fabric, @Nullable Path copy) implements AutoCloseable {
    private static final String EMBEDDED = "embedded:";

    /**
     * Finds the topology of a fabric. A fabric that is not a resource location is returned unchanged.
     *
     * @throws RdmaConfigurationException if the resource does not exist
     * @throws RdmaException if it cannot be read or is not a topology
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
            throw invalid(fabric, "there is no file " + location, null);
        }
        Path copy = copy(location, resource);
        return new NetFile(EMBEDDED + copy + host, copy);
    }

    static RdmaConfigurationException invalid(String fabric, String reason, @Nullable Throwable cause) {
        return new RdmaConfigurationException(
                "rdma.fabric.topology",
                "the fabric '" + fabric + "' cannot be used: " + reason,
                "Set it to two-node, fat-tree:SPINES,LEAVES,HOSTS_PER_LEAF, fat-tree3:RADIX, or a net file as a path, file:PATH"
                        + " or classpath:NAME. @HOST after it selects a host of that topology.",
                cause);
    }

    private static Path copy(String location, Resource resource) {
        try (InputStream content = resource.getInputStream()) {
            byte[] text = content.readAllBytes();
            // Parsed here first, so that error messages contain the location instead of the copy.
            TopologyReader.read(location, new String(text, StandardCharsets.UTF_8));
            return Files.write(Files.createTempFile("verbena-", ".net"), text);
        } catch (IOException e) {
            throw new RdmaException("cannot read the topology " + location + ": " + e, e);
        }
    }

    static boolean isEmbedded(String fabric) {
        return fabric.equals("embedded") || fabric.startsWith(EMBEDDED);
    }

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
