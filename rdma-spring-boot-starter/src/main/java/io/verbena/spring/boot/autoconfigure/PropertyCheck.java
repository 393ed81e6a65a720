package io.verbena.spring.boot.autoconfigure;

import io.verbena.error.NearestNames;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.NativeDetector;
import org.springframework.core.env.Environment;

/**
 * Rejects unknown properties below {@code rdma}, so that a typo in {@code rdma.fabric.type} cannot select the wrong
 * fabric. Unlike {@code ignoreUnknownFields} of Spring Boot, it covers the properties of all modules. The metadata of
 * other modules are read only if a property is unknown in this module, because that opens every jar.
 */
record PropertyCheck(Environment environment) implements BeanFactoryPostProcessor {
    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("rdma");

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        // A native image contains no metadata. The check has run when the application was processed ahead of time.
        ClassLoader classes = beans.getBeanClassLoader();
        if (NativeDetector.inNativeImage() || classes == null) {
            return;
        }
        List<ConfigurationProperty> set = set();
        if (set.isEmpty()) {
            return;
        }
        List<ConfigurationProperty> foreign = unknown(set, KnownProperties.ofThisModule(classes));
        if (foreign.isEmpty()) {
            return;
        }
        KnownProperties known = KnownProperties.of(classes);
        List<ConfigurationProperty> unknown = unknown(foreign, known);
        if (!unknown.isEmpty()) {
            throw unknownProperties(unknown, known.names());
        }
    }

    private static RdmaConfigurationException unknownProperties(
            List<ConfigurationProperty> unknown, List<String> known) {
        String others = unknown.stream()
                .skip(1)
                .map(property -> "; " + property.getName() + ": " + describe(property, known))
                .collect(Collectors.joining());
        return new RdmaConfigurationException(
                unknown.get(0).getName().toString(),
                describe(unknown.get(0), known) + others,
                "Correct or remove it. The properties are " + String.join(", ", known) + ".");
    }

    private static String describe(ConfigurationProperty property, List<String> known) {
        String origin = property.getOrigin() == null ? "" : " (" + property.getOrigin() + ")";
        return "unknown property" + origin + "; the nearest is "
                + NearestNames.closest(property.getName().toString(), known).get(0);
    }

    private static List<ConfigurationProperty> unknown(List<ConfigurationProperty> set, KnownProperties known) {
        return set.stream()
                .filter(property -> !known.contains(property.getName()))
                .toList();
    }

    /**
     * Returns the properties that the application sets, without environment variables, which may be meant for other
     * programs.
     */
    private List<ConfigurationProperty> set() {
        UnboundElementsSourceFilter ours = new UnboundElementsSourceFilter();
        List<ConfigurationProperty> set = new ArrayList<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource names && ours.apply(source)) {
                names.stream().filter(PREFIX::isAncestorOf).forEach(name -> {
                    ConfigurationProperty property = source.getConfigurationProperty(name);
                    if (property != null) {
                        set.add(property);
                    }
                });
            }
        }
        return set;
    }
}
