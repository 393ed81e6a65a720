package io.verbena.contract;

import io.verbena.spi.ForwardingDriver;
import io.verbena.spi.RdmaDriver;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.verbs.VerbsDriver;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A real provider whose calls to verbs and to the connection manager a test observes, delays or makes fail. Waits for events of a
 * device are not intercepted.
 */
public final class InterceptedDriver extends ForwardingDriver {
    /** Sees the calls, from many threads. */
    public interface Interceptor {
        /**
         * Runs before a call reaches the device. An exception that it throws replaces the call.
         *
         * @param call the name of the method, such as {@code destroyQueuePair}
         */
        default void before(String call, @Nullable Object @Nullable [] arguments) throws Throwable {}

        /** Runs after a call has succeeded. */
        default void after(String call, @Nullable Object result) {}
    }

    private static final Set<String> NOT_INTERCEPTED =
            Set.of("awaitCompletions", "awaitEvents", "wakeUpChannel", "wakeUpEvents", "device", "unsupported");

    private final Interceptor interceptor;

    /** Forwards to {@code driver}, and closes it. */
    public InterceptedDriver(RdmaDriver driver, Interceptor interceptor) {
        super(driver);
        this.interceptor = interceptor;
    }

    @Override
    public VerbsDriver openVerbs(String device) {
        return wrapped(VerbsDriver.class, super.openVerbs(device));
    }

    @Override
    public CmDriver openCm() {
        return wrapped(CmDriver.class, super.openCm());
    }

    private <T> T wrapped(Class<T> type, Object real) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            String name = method.getName();
            boolean intercepted = !NOT_INTERCEPTED.contains(name);
            if (intercepted) {
                interceptor.before(name, arguments);
            }
            Object result;
            try {
                result = method.invoke(real, arguments);
            } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getTargetException());
            }
            if (intercepted) {
                interceptor.after(name, result);
            }
            return result;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
