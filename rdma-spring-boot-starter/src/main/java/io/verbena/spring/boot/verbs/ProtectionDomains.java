package io.verbena.spring.boot.verbs;

import io.verbena.error.NearestNames;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import io.verbena.spring.boot.named.NamedBeanRegistrar;
import io.verbena.verbs.ProtectionDomain;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Finds the protection domains that properties refer to. Internal to the starter. */
public final class ProtectionDomains {
    private ProtectionDomains() {}

    /**
     * Returns a protection domain of the configuration or of the application.
     *
     * @param property the property that refers to it
     * @param name the name of its entry in {@code rdma.protection-domains}, or of a bean
     * @throws RdmaConfigurationException if there is no such protection domain; the message suggests the nearest name
     */
    public static ProtectionDomain find(ConfigurableListableBeanFactory beans, String property, String name) {
        ProtectionDomain found = NamedBeanRegistrar.find(beans, ProtectionDomain.class, name);
        if (found != null) {
            return found;
        }
        List<String> defined = Stream.of(beans.getBeanNamesForType(ProtectionDomain.class, true, false))
                .map(bean -> NamedBeanRegistrar.entry(beans, bean))
                .toList();
        throw new RdmaConfigurationException(
                property,
                "there is no protection domain '" + name + "'"
                        + (defined.isEmpty() ? "; none is defined" : NearestNames.hint(name, defined)),
                "Define rdma.protection-domains." + name + ", or use a protection domain that is defined.");
    }
}
