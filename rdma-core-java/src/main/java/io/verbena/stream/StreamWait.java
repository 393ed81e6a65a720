package io.verbena.stream;

import io.verbena.spi.stream.StreamDriver;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What one thread at a time waits with, for one stream or many; another wakes it. */
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

    /** Makes room for so many streams. */
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

    /** What is so of a stream, after {@link #await}. */
    int ready(int index) {
        return records.getShort(index * StreamDriver.RECORD_BYTES + READY);
    }

    /** Waits for one of the first so many; false after the time, a wake-up, or for no reason. */
    boolean await(int count, long nanos) {
        return driver.await(handle, records, count, nanos);
    }

    synchronized void wake() {
        if (!destroyed) {
            driver.wake(handle);
        }
    }

    /** Nobody waits with it any more. */
    synchronized void destroy() {
        if (!destroyed) {
            destroyed = true;
            driver.destroyWait(handle);
        }
    }
}
