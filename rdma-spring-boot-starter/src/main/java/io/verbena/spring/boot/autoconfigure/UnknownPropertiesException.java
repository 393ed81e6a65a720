package io.verbena.spring.boot.autoconfigure;

import io.verbena.error.NearestNames;
import io.verbena.error.RdmaException;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.origin.Origin;

/** The configuration has properties below {@code rdma} that nobody knows; the message names the nearest. */
public final class UnknownPropertiesException extends RdmaException {
    private final List<String> known;

    UnknownPropertiesException(List<ConfigurationProperty> unknown, List<String> known) {
        super(unknown.stream().map(property -> describe(property, known)).collect(Collectors.joining("; ")));
        this.known = List.copyOf(known);
    }

    private static String describe(ConfigurationProperty property, List<String> known) {
        String name = property.getName().toString();
        Origin origin = property.getOrigin();
        return "there is no property " + name + (origin == null ? "" : " (" + origin + ")") + "; the nearest is "
                + NearestNames.closest(name, known).get(0);
    }

    /** The properties that there are. */
    public List<String> known() {
        return known;
    }
}
