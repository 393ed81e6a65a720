package io.verbena.spring.boot.named;

import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers the beans of {@link NamedBeans}. Each definition names a factory method and its argument, so that it becomes code
 * when an application is processed ahead of time.
 */
public final class NamedBeanRegistrar implements ImportBeanDefinitionRegistrar {
    private final Environment environment;

    NamedBeanRegistrar(Environment environment) {
        this.environment = environment;
    }

    /**
     * Finds the bean of an entry, or the bean of the application that replaces it.
     *
     * @return null if there is no such bean
     */
    public static <T> @Nullable T find(ListableBeanFactory beans, Class<T> type, String entry) {
        for (String name : beans.getBeanNamesForType(type, true, false)) {
            if (BeanFactoryAnnotationUtils.isQualifierMatch(entry::equals, name, beans)) {
                Object bean = beans.getBean(name);
                return type.isInstance(bean) ? type.cast(bean) : null;
            }
        }
        return null;
    }

    /** Returns the name of the entry that a bean belongs to, or the name of the bean if it belongs to none. */
    public static String entry(ConfigurableListableBeanFactory beans, String bean) {
        AutowireCandidateQualifier qualifier = beans.containsBeanDefinition(bean)
                        && beans.getMergedBeanDefinition(bean) instanceof AbstractBeanDefinition definition
                ? definition.getQualifier(Qualifier.class.getName())
                : null;
        return qualifier == null ? bean : String.valueOf(qualifier.getAttribute(AutowireCandidateQualifier.VALUE_KEY));
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        Class<?> factory = importing.getAnnotations().get(NamedBeans.class).getClass("value");
        registry.registerBeanDefinition(factory.getName(), new RootBeanDefinition(factory));
        Stream.of(factory.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(NamedBeans.Each.class))
                .sorted(Comparator.comparing(Method::getName))
                .forEach(method -> register(method, method.getAnnotation(NamedBeans.Each.class), registry));
    }

    private void register(Method method, NamedBeans.Each each, BeanDefinitionRegistry registry) {
        Map<String, ? extends NamedBeans.Entry> entries = Binder.get(environment)
                .bind(each.value(), Bindable.mapOf(String.class, each.properties()))
                .orElse(Map.of());
        requireOnePrimary(each.value(), entries);
        Class<?> type = method.getReturnType();
        entries.forEach((name, entry) -> {
            String bean = name + type.getSimpleName();
            if (!isReplaced(each.value() + "." + name, name, bean, type, registry)) {
                RootBeanDefinition definition = new RootBeanDefinition();
                definition.setFactoryBeanName(method.getDeclaringClass().getName());
                definition.setFactoryMethodName(method.getName());
                definition.setTargetType(type);
                definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
                definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, name));
                definition.setLazyInit(each.lazy() || !entry.required());
                definition.setPrimary(entry.primary());
                definition.setDefaultCandidate(each.defaultCandidate());
                registry.registerBeanDefinition(bean, definition);
            }
        });
    }

    private static void requireOnePrimary(String property, Map<String, ? extends NamedBeans.Entry> entries) {
        List<String> primary = entries.entrySet().stream()
                .filter(entry -> entry.getValue().primary())
                .map(entry -> entry.getKey())
                .sorted()
                .toList();
        if (primary.size() > 1) {
            throw new RdmaConfigurationException(
                    property + "." + primary.get(1) + ".primary",
                    property + "." + primary.get(0) + " is primary already",
                    "Set primary on only one of " + String.join(", ", primary)
                            + "; inject the others with @Qualifier.");
        }
    }

    private static boolean isReplaced(
            String property, String entry, String bean, Class<?> type, BeanDefinitionRegistry registry) {
        Class<?> named = type(entry, registry);
        if (named != null && type.isAssignableFrom(named)) {
            return true;
        }
        Class<?> found = type(bean, registry);
        if (found != null && !type.isAssignableFrom(found)) {
            throw new RdmaConfigurationException(
                    property,
                    "there is already a bean '" + bean + "', which is not a " + type.getSimpleName() + " but a "
                            + found.getSimpleName(),
                    "Rename the entry or that bean. A bean '" + bean + "' of type " + type.getSimpleName()
                            + " would replace the bean of the entry.");
        }
        return registry.containsBeanDefinition(bean);
    }

    private static @Nullable Class<?> type(String bean, BeanDefinitionRegistry registry) {
        return registry.containsBeanDefinition(bean) && registry instanceof BeanFactory beans
                ? beans.getType(bean, false)
                : null;
    }
}
