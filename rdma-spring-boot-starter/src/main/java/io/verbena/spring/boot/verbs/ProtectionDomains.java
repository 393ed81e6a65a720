package io.verbena.spring.boot.verbs;

import io.verbena.error.NearestNames;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import io.verbena.verbs.ProtectionDomain;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;

/** Finds a protection domain that a property names. */
public final class ProtectionDomains {
    private ProtectionDomains() {}

    /**
     * The bean with this name.
     *
     * @param property that names it
     * @throws RdmaConfigurationException if there is none; it says which there are
     */
    public static ProtectionDomain find(ListableBeanFactory beans, String property, String name) {
        try {
            return beans.getBean(name, ProtectionDomain.class);
        } catch (NoSuchBeanDefinitionException e) {
            List<String> defined = List.of(beans.getBeanNamesForType(ProtectionDomain.class, true, false));
            throw new RdmaConfigurationException(
                    property,
                    "there is no protection domain '" + name + "'"
                            + (defined.isEmpty() ? "; none is defined" : NearestNames.hint(name, defined)),
                    "Define it below rdma.protection-domains." + name + ", or name one that is defined.",
                    e);
        }
    }
}
