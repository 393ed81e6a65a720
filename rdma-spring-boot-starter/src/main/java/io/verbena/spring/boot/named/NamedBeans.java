package io.verbena.spring.boot.named;

import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Registers a bean for each entry of a map of properties, made by a method of another bean that takes the name: such a
 * definition is code when an application is processed ahead of time. A bean of the application with that name and that type takes its place.
 */
public final class NamedBeans {
    private static final String PROPERTY = NamedBeans.class.getName() + ".property";

    private final Environment environment;
    private final BeanDefinitionRegistry registry;
    private final String factory;

    /**
     * For the beans of one factory.
     *
     * @param factory the name of the bean whose methods make them
     */
    public NamedBeans(Environment environment, BeanDefinitionRegistry registry, String factory) {
        this.environment = environment;
        this.registry = registry;
        this.factory = factory;
    }

    /** The entries of a map of properties, such as {@code rdma.end-ports}. */
    public <T> Map<String, T> entries(String property, Class<T> type) {
        return Binder.get(environment)
                .bind(property, Bindable.mapOf(String.class, type))
                .orElse(Map.of());
    }

    /**
     * One of the entries, if any, that is injected where nobody says which.
     *
     * @throws RdmaConfigurationException if several want to be
     */
    public static <T> String primary(String property, Map<String, T> entries, Predicate<T> isPrimary) {
        List<String> primary = entries.entrySet().stream()
                .filter(entry -> isPrimary.test(entry.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        if (primary.size() > 1) {
            throw new RdmaConfigurationException(
                    property + "." + primary.get(1) + ".primary",
                    property + "." + primary.get(0) + " is the primary one already",
                    "Set primary on one of " + String.join(", ", primary)
                            + " alone; the others are injected with @Qualifier.");
        }
        return primary.isEmpty() ? "" : primary.get(0);
    }

    /**
     * Registers the bean of an entry, called like it.
     *
     * @param property the map
     * @param name of the entry
     * @param method of the factory, with the name as its only argument
     */
    public Definition register(String property, String name, Class<?> type, String method) {
        return register(property, name, name, type, method);
    }

    /** Registers another bean of an entry, with a name of its own; {@code @Qualifier} finds it by that of the entry. */
    public Definition register(String property, String name, String beanName, Class<?> type, String method) {
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setFactoryBeanName(factory);
        definition.setFactoryMethodName(method);
        definition.setTargetType(type);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, name));
        definition.setAttribute(PROPERTY, property + "." + name);
        if (registry.containsBeanDefinition(beanName)) {
            requireOwn(property + "." + name, beanName, type);
        } else {
            registry.registerBeanDefinition(beanName, definition);
        }
        return new Definition(definition);
    }

    /** The bean that is there already is one of the application that takes the place of ours, and not another by chance. */
    private void requireOwn(String entry, String beanName, Class<?> type) {
        Object other = registry.getBeanDefinition(beanName).getAttribute(PROPERTY);
        if (other != null) {
            throw new RdmaConfigurationException(
                    entry,
                    "the bean '" + beanName + "' is that of " + other + " already",
                    "Give one of the two another name.");
        }
        Class<?> found = registry instanceof BeanFactory beans ? beans.getType(beanName, false) : null;
        if (found != null && !type.isAssignableFrom(found)) {
            throw new RdmaConfigurationException(
                    entry,
                    "the application has a bean '" + beanName + "' already, which is not a " + type.getSimpleName()
                            + " but a " + found.getSimpleName(),
                    "Give the entry or that bean another name; a " + type.getSimpleName()
                            + " of that name would take the place of the entry.");
        }
    }

    /** What else is said of a bean. */
    public record Definition(RootBeanDefinition definition) {

        /** It is made when somebody wants it. */
        public Definition lazyIf(boolean condition) {
            definition.setLazyInit(condition);
            return this;
        }

        /** It is injected where nobody says which. */
        public Definition primaryIf(boolean condition) {
            definition.setPrimary(condition);
            return this;
        }

        /** It is injected only where somebody says its name. */
        public Definition onlyByName() {
            definition.setDefaultCandidate(false);
            return this;
        }

        /** Its owner closes it, not the application. */
        public Definition closedByOwner() {
            definition.setDestroyMethodName("");
            return this;
        }
    }
}
