package io.verbena.spring.boot.endport;

import io.verbena.Rdma;
import io.verbena.device.Device;
import io.verbena.device.EndPort;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the one end port that an entry of the configuration means. */
final class EndPortMatch {
    private final Rdma rdma;
    private final String property;
    private final NamedEndPort wanted;

    EndPortMatch(Rdma rdma, String property, NamedEndPort wanted) {
        this.rdma = rdma;
        this.property = property;
        this.wanted = wanted;
    }

    /**
     * The end port; null if there is none and none is required.
     *
     * @throws RdmaConfigurationException if there is none or more than one, or it is not active and should be
     */
    @Nullable EndPort find() {
        EndPort found = isPattern() ? byPattern() : byName();
        if (found != null && wanted.active() && !found.isActive()) {
            throw new RdmaConfigurationException(
                    property + ".active",
                    "end port " + found + " is not active, but "
                            + found.attributes().state().text()
                            + "; is its cable plugged, and does a subnet manager run?",
                    "Bring the port up, or remove " + property + ".active to start without it.");
        }
        return found;
    }

    private boolean isPattern() {
        return wanted.match().chars().anyMatch(character -> "*?[{".indexOf(character) >= 0);
    }

    private @Nullable EndPort byName() {
        try {
            return rdma.endPort(wanted.match());
        } catch (NoSuchDeviceException e) {
            return missing(e.getMessage(), e);
        }
    }

    private @Nullable EndPort byPattern() {
        PathMatcher pattern = pattern();
        List<EndPort> all = endPorts().toList();
        List<EndPort> matching = all.stream()
                .filter(port -> pattern.matches(Path.of(port.name())))
                .toList();
        if (matching.size() > 1) {
            throw new RdmaConfigurationException(
                    property + ".match",
                    "'" + wanted.match() + "' matches " + names(matching) + ", and is to match one",
                    "Name one of them.");
        }
        return matching.isEmpty()
                ? missing("'" + wanted.match() + "' matches none of " + names(all), null)
                : matching.get(0);
    }

    private PathMatcher pattern() {
        String pattern = wanted.match().contains("/") ? wanted.match() : wanted.match() + "/*";
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        } catch (PatternSyntaxException e) {
            throw new RdmaConfigurationException(
                    property + ".match",
                    "'" + wanted.match() + "' is no pattern: " + e.getDescription(),
                    "Write a name, such as mlx5_0/1, or a pattern, such as mlx5_*/1.",
                    e);
        }
    }

    private Stream<EndPort> endPorts() {
        return rdma.devices().stream().map(Device::endPorts).flatMap(List::stream);
    }

    private @Nullable EndPort missing(String reason, @Nullable Throwable cause) {
        if (!wanted.required()) {
            return null;
        }
        throw new RdmaConfigurationException(
                property + ".match",
                reason,
                "Name an end port that is there, or set " + property + ".required=false to do without.",
                cause);
    }

    private static String names(List<EndPort> ports) {
        return ports.isEmpty()
                ? "no end port at all"
                : String.join(", ", ports.stream().map(EndPort::name).toList());
    }
}
