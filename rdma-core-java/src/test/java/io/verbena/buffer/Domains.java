package io.verbena.buffer;

import io.verbena.spi.verbs.Registration;
import io.verbena.verbs.Context;
import io.verbena.verbs.ProtectionDomain;
import io.verbena.verbs.StandInDriver;
import java.util.concurrent.atomic.AtomicInteger;

/** Protection domains of a device that moves no data, and counts what is registered. */
final class Domains implements AutoCloseable {
    /** The address of the first region; the second one of a device begins as far behind it. */
    static final long ADDRESS = 0x7000_0000L;

    final StandInDriver driver = new StandInDriver();
    final AtomicInteger registered = new AtomicInteger();
    final AtomicInteger ended = new AtomicInteger();
    /** Maximum number of bytes that the process may lock. */
    long lockable = Long.MAX_VALUE;

    private final Context context = driver.context();

    Domains() {
        driver.answer("registerMemory", given -> {
            int number = registered.incrementAndGet();
            return new Registration(number, ADDRESS * number, 100 + number, 200 + number);
        });
        driver.answer("lockableBytes", given -> lockable);
        driver.answer("deregisterMemory", given -> {
            ended.incrementAndGet();
            return null;
        });
    }

    Context context() {
        return context;
    }

    ProtectionDomain domain() {
        return context.protectionDomain();
    }

    @Override
    public void close() {
        context.close();
    }
}
