package io.verbena.spring.boot.autoconfigure;

import java.util.ArrayList;
import java.util.List;
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
 * Refuses properties below {@code rdma} that nobody knows: a mistyped {@code rdma.fabric.type} must not end on the wrong
 * fabric. It knows those of every module, which Spring Boot's own check of one class of properties does not; but those of others
 * are looked for only if one is not of this module, since that takes a look into each jar.
 */
final class PropertyCheck implements BeanFactoryPostProcessor {
    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("rdma");

    private final Environment environment;

    PropertyCheck(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        // In a native image there are no metadata; whoever built it has started the application before.
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
            throw new UnknownPropertiesException(unknown, known.names());
        }
    }

    private static List<ConfigurationProperty> unknown(List<ConfigurationProperty> set, KnownProperties known) {
        return set.stream()
                .filter(property -> !known.contains(property.getName()))
                .toList();
    }

    /** Those of the application; the variables of the system may be another's. */
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
