package io.verbena.stream;

import io.verbena.spi.stream.StreamDriver;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Waits for events of one or more streams. One thread at a time waits; other threads may wake it. */
final class StreamWait {
    private static final int EVENTS = 4;
    private static final int READY = 6;

    private final StreamDriver driver;
    private final long handle;
    private ByteBuffer records = ByteBuffer.allocate(0);

    /** Guarded by this. */
    private boolean destroyed;

    StreamWait(StreamDriver driver) {
        this.driver = driver;
        this.handle = driver.createWait();
        room(1);
    }

    /** Makes room for a number of streams. */
    void room(int count) {
        int bytes = (count + StreamDriver.SPARE_RECORDS) * StreamDriver.RECORD_BYTES;
        if (records.capacity() < bytes) {
            records = ByteBuffer.allocateDirect(2 * bytes).order(ByteOrder.nativeOrder());
        }
    }

    void set(int index, int stream, int events) {
        int at = index * StreamDriver.RECORD_BYTES;
        records.putInt(at, stream).putShort(at + EVENTS, (short) events);
    }

    /** Returns the events of a stream after {@link #await}. */
    int ready(int index) {
        return records.getShort(index * StreamDriver.RECORD_BYTES + READY);
    }

    /** Waits for an event of the first {@code count} streams. Returns false after the timeout, a wake-up, or spuriously. */
    boolean await(int count, long nanos) {
        return driver.await(handle, records, count, nanos);
    }

    synchronized void wake() {
        if (!destroyed) {
            driver.wake(handle);
        }
    }

    /** Frees the wait, which no thread uses any more. */
    synchronized void destroy() {
        if (!destroyed) {
            destroyed = true;
            driver.destroyWait(handle);
        }
    }
}
