package io.verbena.spring.boot.endport;

import io.verbena.Rdma;
import io.verbena.device.Device;
import io.verbena.device.EndPort;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.mad.MadOptions;
import io.verbena.mad.MadTransactor;
import io.verbena.sa.SaClient;
import io.verbena.spring.boot.autoconfigure.ManagementAccess;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import io.verbena.spring.boot.endport.EndPortsProperties.NamedEndPort;
import io.verbena.spring.boot.named.NamedBeanRegistrar;
import io.verbena.spring.boot.named.NamedBeans;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Objects;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;

/** Creates the end ports of the configuration, and the clients that send management datagrams from them. */
record EndPortBeans(
        Rdma rdma,
        RdmaProperties defaults,
        EndPortsProperties properties,
        ManagementAccess access,
        ListableBeanFactory beans) {
    private NamedEndPort wanted(String name) {
        return Objects.requireNonNull(properties.endPorts().get(name), name);
    }

    /**
     * Finds the end port that an entry means.
     *
     * @return null if there is none and the entry does not require one
     * @throws RdmaConfigurationException if no end port or more than one matches, or if the end port is not active and must be
     */
    @NamedBeans.Each(value = EndPortsProperties.PREFIX, properties = NamedEndPort.class, defaultCandidate = false)
    @Nullable EndPort endPort(String name) {
        String property = EndPortsProperties.PREFIX + "." + name;
        NamedEndPort wanted = wanted(name);
        EndPort found = isPattern(wanted.match()) ? byPattern(property, wanted) : byName(property, wanted);
        if (found != null && wanted.active() && !found.isActive()) {
            throw new RdmaConfigurationException(
                    property + ".active",
                    "end port " + found + " is in state "
                            + found.attributes().state().text()
                            + ", not Active; check its cable and the subnet manager",
                    "Bring the port up, or remove " + property + ".active to start without it.");
        }
        return found;
    }

    /** Opens the management of a named end port, if there is that port and this process may send from it. */
    @NamedBeans.Each(
            value = EndPortsProperties.PREFIX,
            properties = NamedEndPort.class,
            lazy = true,
            defaultCandidate = false)
    @Nullable MadTransactor transactor(String name) {
        EndPort port = NamedBeanRegistrar.find(beans, EndPort.class, name);
        MadOptions options = wanted(name).mad().options(defaults.mad().options());
        return port == null ? null : access.open(port, () -> rdma.mad(port, options));
    }

    @NamedBeans.Each(
            value = EndPortsProperties.PREFIX,
            properties = NamedEndPort.class,
            lazy = true,
            defaultCandidate = false)
    @Nullable SaClient client(String name) {
        MadTransactor transactor = NamedBeanRegistrar.find(beans, MadTransactor.class, name);
        return transactor == null ? null : rdma.sa(transactor);
    }

    private static boolean isPattern(String match) {
        return match.chars().anyMatch(character -> "*?[{".indexOf(character) >= 0);
    }

    private @Nullable EndPort byName(String property, NamedEndPort wanted) {
        try {
            return rdma.endPort(wanted.match());
        } catch (NoSuchDeviceException e) {
            return missing(property, wanted, e.getMessage(), e);
        }
    }

    private @Nullable EndPort byPattern(String property, NamedEndPort wanted) {
        PathMatcher pattern = pattern(property, wanted);
        List<EndPort> all = rdma.devices().stream()
                .map(Device::endPorts)
                .flatMap(List::stream)
                .toList();
        List<EndPort> matching = all.stream()
                .filter(port -> pattern.matches(Path.of(port.name())))
                .toList();
        if (matching.size() > 1) {
            throw new RdmaConfigurationException(
                    property + ".match",
                    "'" + wanted.match() + "' matches " + names(matching) + ", but must match one end port",
                    "Set it to the name of one of them.");
        }
        return matching.isEmpty()
                ? missing(property, wanted, "'" + wanted.match() + "' matches none of " + names(all), null)
                : matching.get(0);
    }

    private static PathMatcher pattern(String property, NamedEndPort wanted) {
        String pattern = wanted.match().contains("/") ? wanted.match() : wanted.match() + "/*";
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        } catch (PatternSyntaxException e) {
            throw new RdmaConfigurationException(
                    property + ".match",
                    "'" + wanted.match() + "' is not a pattern: " + e.getDescription(),
                    "Set it to a name, such as mlx5_0/1, or to a pattern, such as mlx5_*/1.",
                    e);
        }
    }

    private static @Nullable EndPort missing(
            String property, NamedEndPort wanted, @Nullable String reason, @Nullable Throwable cause) {
        if (!wanted.required()) {
            return null;
        }
        throw new RdmaConfigurationException(
                property + ".match",
                String.valueOf(reason),
                "Set it to an end port of this host, or set " + property + ".required=false to start without the bean.",
                cause);
    }

    private static String names(List<EndPort> ports) {
        return ports.isEmpty()
                ? "no end ports"
                : String.join(", ", ports.stream().map(EndPort::name).toList());
    }
}
