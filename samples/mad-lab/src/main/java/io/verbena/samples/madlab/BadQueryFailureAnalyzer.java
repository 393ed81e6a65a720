package io.verbena.samples.madlab;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/** Reports an invalid entry with its line in the configuration. */
final class BadQueryFailureAnalyzer extends AbstractFailureAnalyzer<BadQueryException> {
    private final Environment environment;

    BadQueryFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, BadQueryException cause) {
        Origin origin = origin(cause.property());
        return new FailureAnalysis(
                cause.property() + (origin == null ? "" : " (" + origin + ")") + ": " + cause.getMessage(),
                "Correct the entry. It consists of attribute and, if required, management-class, target, modifier and"
                        + " fields.",
                cause);
    }

    /** Returns the origin of the property, or of its entry if the property is not set. */
    private @Nullable Origin origin(String property) {
        for (ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
                !name.isEmpty();
                name = name.getParent()) {
            for (var source : ConfigurationPropertySources.get(environment)) {
                var found = source.getConfigurationProperty(name);
                if (found != null && found.getOrigin() != null) {
                    return found.getOrigin();
                }
            }
        }
        return null;
    }
}
