package io.verbena.verbs;

import io.verbena.hca.AsyncEventType;
import io.verbena.hca.ForkState;
import io.verbena.hca.QueuePairCapacity;
import io.verbena.hca.ReregistrationOutcome;
import io.verbena.hca.WorkQueueAttributes;
import io.verbena.spi.verbs.AllocatedBuffer;
import io.verbena.spi.verbs.CallGate;
import io.verbena.spi.verbs.CreatedQueuePair;
import io.verbena.spi.verbs.CreatedWorkQueue;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.Registration;
import io.verbena.spi.verbs.Reregistration;
import io.verbena.spi.verbs.SharedRegion;
import io.verbena.spi.verbs.VerbsDriver;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A driver that has every object, and moves no data: for the rules that are kept above it, of objects that no bed has. It
 * writes down what it is asked for.
 */
public final class StandInDriver {
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Function<Object[], ? extends @Nullable Object>> answers = new ConcurrentHashMap<>();
    private final AtomicLong handles = new AtomicLong(100);
    private final BlockingQueue<Optional<Event>> events = new LinkedBlockingQueue<>();

    private record Event(AsyncEventType type, int port, long cookie) {}

    /** An open device of it. */
    public Context context() {
        return new Context("stand-in", (VerbsDriver) Proxy.newProxyInstance(
                VerbsDriver.class.getClassLoader(),
                new Class<?>[] {VerbsDriver.class},
                (self, method, arguments) -> invoke(method, arguments)));
    }

    /** Lets the device report an event of a port, or of the object with this cookie. */
    public StandInDriver report(AsyncEventType type, int port, long cookie) {
        events.add(Optional.of(new Event(type, port, cookie)));
        return this;
    }

    private int awaitEvents(RecordMemory record) {
        try {
            Optional<Event> event = events.take();
            event.ifPresent(given -> record.bytes()
                    .putInt(0, given.type().code())
                    .putInt(4, given.port())
                    .putLong(8, given.cookie()));
            return event.isPresent() ? 1 : 0;
        } catch (InterruptedException e) {
            return 0;
        }
    }

    /** Answers a call so. */
    public StandInDriver answer(String method, Function<Object[], ? extends @Nullable Object> answer) {
        answers.put(method, answer);
        return this;
    }

    /** Returns the calls since the last time, without queries for memory. */
    public List<String> calls() {
        List<String> last = List.copyOf(calls);
        calls.clear();
        return last;
    }

    private @Nullable Object invoke(Method method, Object @Nullable [] arguments) {
        Object[] given = arguments == null ? new Object[0] : arguments;
        Class<?> type = method.getReturnType();
        if (type == RecordMemory.class) {
            int bytes = (Integer) given[0];
            return new RecordMemory(ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()), 4096);
        }
        if (type == CallGate.class) {
            return null;
        }
        if (method.getName().equals("awaitEvents")) {
            return awaitEvents((RecordMemory) given[0]);
        }
        if (method.getName().equals("wakeUpEvents")) {
            events.add(Optional.empty());
        }
        if (method.getName().equals("isPresent")) {
            return !answers.containsKey("isPresent")
                    || Boolean.TRUE.equals(answers.get("isPresent").apply(given));
        }
        calls.add(method.getName());
        Function<Object[], ? extends @Nullable Object> answer = answers.get(method.getName());
        return answer == null ? standard(type) : answer.apply(given);
    }

    private @Nullable Object standard(Class<?> type) {
        Registration registration = new Registration(handles.incrementAndGet(), 0x1000, 7, 8);
        Map<Class<?>, Object> standard = Map.of(
                Registration.class,
                registration,
                SharedRegion.class,
                new SharedRegion(registration, 64),
                CreatedQueuePair.class,
                new CreatedQueuePair(registration.handle(), 17, QueuePairCapacity.SMALL),
                CreatedWorkQueue.class,
                new CreatedWorkQueue(registration.handle(), 18, WorkQueueAttributes.of(4, 1)),
                AllocatedBuffer.class,
                new AllocatedBuffer(registration.handle(), ByteBuffer.allocateDirect(64)),
                ForkState.class,
                ForkState.UNNEEDED,
                String.class,
                "stand-in",
                boolean.class,
                false,
                int.class,
                0,
                long.class,
                registration.handle());
        if (type == void.class) {
            return null;
        }
        return Objects.requireNonNull(standard.get(type), () -> "no answer is said for " + type);
    }

    static Reregistration reregistration(ReregistrationOutcome outcome, int errno) {
        return new Reregistration(outcome, errno, new Registration(1, 0x9000, 70, 80));
    }

    @Override
    public String toString() {
        return Arrays.toString(calls.toArray());
    }
}
