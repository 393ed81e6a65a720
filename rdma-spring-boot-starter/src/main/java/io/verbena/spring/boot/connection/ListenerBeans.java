package io.verbena.spring.boot.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.connection.MessageChannel;
import io.verbena.connection.RdmaConnection;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.autoconfigure.RdmaConfigurationException;
import io.verbena.spring.boot.connection.RdmaHandler.Listener;
import io.verbena.spring.boot.connection.RdmaHandler.Listener.Kind;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

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
                            ListenerMethod.of(bean, AopUtils.selectInvocableMethod(method, bean.getClass()))));
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

    Map<String, Listener> all() {
        return listeners;
    }

    /** A method with {@link RdmaListener}. */
    private record ListenerMethod(Object bean, Method method) implements Listener.Task {
        private static final Set<Class<?>> MESSAGES = Set.of(byte[].class, ByteBuffer.class, String.class);

        static Listener of(Object bean, Method method) {
            Kind kind = kind(method);
            ReflectionUtils.makeAccessible(method);
            String name = method.getDeclaringClass().getSimpleName() + "." + method.getName();
            return new Listener(kind, name, new ListenerMethod(bean, method));
        }

        private static Kind kind(Method method) {
            List<Class<?>> parameters = Arrays.asList(method.getParameterTypes());
            long messages = parameters.stream().filter(MESSAGES::contains).count();
            boolean known = parameters.stream()
                    .allMatch(type ->
                            MESSAGES.contains(type) || type == RdmaConnection.class || type == MessageChannel.class);
            if (!known || messages > 1 || parameters.isEmpty()) {
                throw new RdmaException(
                        method + " cannot be a listener: its parameters must be at most one message, of type byte[],"
                                + " ByteBuffer or String, and optionally RdmaConnection and MessageChannel");
            }
            Class<?> answer = method.getReturnType();
            if (answer != void.class && (messages == 0 || !MESSAGES.contains(answer))) {
                throw new RdmaException(method + " cannot be a listener: its return type must be "
                        + (messages == 0 ? "void, because it takes no message" : "byte[], ByteBuffer, String or void"));
            }
            return messages == 1
                    ? Kind.MESSAGE
                    : parameters.contains(MessageChannel.class) ? Kind.CHANNEL : Kind.CONNECTION;
        }

        @Override
        public ByteBuffer handle(
                RdmaConnection connection, @Nullable MessageChannel channel, @Nullable ByteBuffer message) {
            Object answer = call(connection, channel, message);
            if (answer instanceof byte[] bytes) {
                return ByteBuffer.wrap(bytes);
            }
            if (answer instanceof ByteBuffer buffer) {
                return Listener.copied(buffer);
            }
            return answer instanceof String text ? ByteBuffer.wrap(text.getBytes(UTF_8)) : Listener.NOTHING;
        }

        private @Nullable Object call(
                RdmaConnection connection, @Nullable MessageChannel channel, @Nullable ByteBuffer message) {
            Class<?>[] types = method.getParameterTypes();
            @Nullable Object[] arguments = new @Nullable Object[types.length];
            for (int i = 0; i < types.length; i++) {
                arguments[i] = types[i] == RdmaConnection.class
                        ? connection
                        : types[i] == MessageChannel.class
                                ? channel
                                : message == null ? null : converted(message, types[i]);
            }
            try {
                return method.invoke(bean, arguments);
            } catch (InvocationTargetException e) {
                throw unchecked(e.getTargetException());
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }

        private static Object converted(ByteBuffer message, Class<?> type) {
            if (type == ByteBuffer.class) {
                return message;
            }
            if (type == String.class) {
                return UTF_8.decode(message.duplicate()).toString();
            }
            byte[] bytes = new byte[message.remaining()];
            message.duplicate().get(bytes);
            return bytes;
        }

        private static RuntimeException unchecked(Throwable failure) {
            if (failure instanceof Error error) {
                throw error;
            }
            return failure instanceof RuntimeException unchecked
                    ? unchecked
                    : new UndeclaredThrowableException(failure);
        }
    }
}
