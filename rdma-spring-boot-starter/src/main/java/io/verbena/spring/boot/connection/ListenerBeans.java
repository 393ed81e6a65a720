package io.verbena.spring.boot.connection;

import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/**
 * Collects the listeners of servers: the methods with {@link RdmaListener} of all beans, and the {@link RdmaHandler}
 * beans.
 */
final class ListenerBeans implements BeanPostProcessor {
    private final Map<String, Listener> listeners = new ConcurrentHashMap<>();

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof RdmaHandler handler) {
            add(handler.server(), handler.listener());
            return bean;
        }
        Class<?> type = AopUtils.getTargetClass(bean);
        if (AnnotationUtils.isCandidateClass(type, RdmaListener.class)
                && !ClassUtils.isPrimitiveOrWrapper(type)
                && !type.getName().startsWith("org.springframework.")) {
            MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<RdmaListener>)
                            method -> AnnotatedElementUtils.findMergedAnnotation(method, RdmaListener.class))
                    .forEach((method, listener) -> add(
                            listener.value(),
                            new ListenerMethod(bean, AopUtils.selectInvocableMethod(method, bean.getClass()))));
        }
        return bean;
    }

    private void add(String server, Listener added) {
        Listener other = listeners.putIfAbsent(server, added);
        if (other != null) {
            throw new RdmaConfigurationException(
                    ConnectionsProperties.SERVERS + "." + server,
                    other + " and " + added + " both listen to it",
                    "Keep one @RdmaListener(\"" + server + "\"), or one RdmaHandler of that name.");
        }
    }

    /** Returns the listeners by the names of their servers. */
    Map<String, Listener> all() {
        return listeners;
    }
}
