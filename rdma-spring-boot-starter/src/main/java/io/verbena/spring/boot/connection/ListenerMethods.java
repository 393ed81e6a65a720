package io.verbena.spring.boot.connection;

import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/** Collects the methods with {@link RdmaListener} of all beans. */
final class ListenerMethods implements BeanPostProcessor {
    private final Map<String, ListenerMethod> methods = new ConcurrentHashMap<>();

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        Class<?> type = AopUtils.getTargetClass(bean);
        if (AnnotationUtils.isCandidateClass(type, RdmaListener.class)
                && !ClassUtils.isPrimitiveOrWrapper(type)
                && !type.getName().startsWith("org.springframework.")) {
            MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<RdmaListener>)
                            method -> AnnotatedElementUtils.findMergedAnnotation(method, RdmaListener.class))
                    .forEach((method, listener) -> add(listener.value(), bean, method));
        }
        return bean;
    }

    private void add(String server, Object bean, Method method) {
        Method invocable = AopUtils.selectInvocableMethod(method, bean.getClass());
        ListenerMethod added = new ListenerMethod(bean, invocable);
        ListenerMethod other = methods.putIfAbsent(server, added);
        if (other != null) {
            throw new RdmaConfigurationException(
                    ConnectionsProperties.SERVERS + "." + server,
                    other + " and " + added + " both listen to it",
                    "Keep @RdmaListener(\"" + server + "\") on one of them.");
        }
    }

    /** All of them, by the names of their servers. */
    Map<String, ListenerMethod> all() {
        return methods;
    }
}
