package io.verbena.verbs;

import io.verbena.hca.AsyncEventType;
import io.verbena.hca.PortProperties;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsDriver;
import io.verbena.spi.verbs.VerbsEvents;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;

/** Reads what a device tells, and heeds it: what failed is refused, and a port that changed is read anew. */
final class AsyncEventReader {
    private static final int MOST_KEPT = 1024;

    private final Context context;
    private final VerbsDriver driver;
    private final RecordMemory record;

    /** Whoever has it reads events. */
    private final ReentrantLock reading = new ReentrantLock();

    /** Read, but not yet told to anybody. */
    private final Queue<AsyncEvent> kept = new ConcurrentLinkedQueue<>();

    private final Map<Integer, PortProperties> ports = new ConcurrentHashMap<>();

    AsyncEventReader(Context context, VerbsDriver driver) {
        this.context = context;
        this.driver = driver;
        this.record = driver.data().records(VerbsEvents.EVENT_SIZE);
    }

    Optional<AsyncEvent> await(Deadline deadline) {
        reading.lock();
        try {
            do {
                context.enter();
                try {
                    AsyncEvent earlier = kept.poll();
                    if (earlier != null) {
                        return Optional.of(earlier);
                    }
                    if (next(deadline.remainingMillis())) {
                        return Optional.of(read());
                    }
                } finally {
                    context.exit();
                }
            } while (!deadline.isOver());
        } finally {
            reading.unlock();
        }
        return Optional.empty();
    }

    /** A port as the events say; where somebody else reads them, that one heeds them. */
    PortProperties port(int number) {
        if (reading.tryLock()) {
            try {
                while (kept.size() < MOST_KEPT && next(0)) {
                    kept.add(read());
                }
                if (kept.size() >= MOST_KEPT) {
                    ports.clear();
                }
            } finally {
                reading.unlock();
            }
        }
        return ports.computeIfAbsent(number, driver.queries()::queryPort);
    }

    private boolean next(int timeoutMillis) {
        return VerbsErrors.check("ibv_get_async_event", context, driver.events().awaitEvents(record, 1, timeoutMillis))
                > 0;
    }

    private AsyncEvent read() {
        AsyncEventType type = AsyncEventType.of(record.bytes().getInt(0));
        int port = record.bytes().getInt(4);
        if (type == AsyncEventType.DEVICE_FATAL) {
            AsyncEvent told = new AsyncEvent(type, 0, context);
            context.failWithDependents(told);
            return told;
        }
        VerbsObject subject = context.cookies().find(record.bytes().getLong(8));
        AsyncEvent told = new AsyncEvent(type, port, subject);
        if (told.isFatal() && subject != null) {
            subject.fail(told);
        }
        ports.remove(port);
        return told;
    }
}
