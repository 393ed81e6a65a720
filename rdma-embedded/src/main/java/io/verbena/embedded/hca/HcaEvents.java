package io.verbena.embedded.hca;

import io.verbena.embedded.hca.queue.EventQueue;
import io.verbena.spi.verbs.RecordMemory;
import io.verbena.spi.verbs.VerbsEvents;

/** Waiting for events. One of the device is its type below and its port above 32 bits. */
final class HcaEvents implements VerbsEvents {
    private static final int COOKIE = 8;

    private final HcaQueues queues;
    private final EventQueue events;

    HcaEvents(HcaQueues queues, EventQueue events) {
        this.queues = queues;
        this.events = events;
    }

    @Override
    public int awaitCompletions(long channel, RecordMemory cookies, int max, int timeoutMillis) {
        return queues.channel(channel)
                .take((index, head, cookie) -> cookies.bytes().putLong(index * Long.BYTES, cookie), max, timeoutMillis);
    }

    @Override
    public void wakeUp(long channel) {
        queues.channel(channel).wakeUp();
    }

    @Override
    public int awaitEvents(RecordMemory told, int max, int timeoutMillis) {
        return events.take(
                (index, head, cookie) -> told.bytes()
                        .putInt(index * EVENT_SIZE, (int) head)
                        .putInt(index * EVENT_SIZE + Integer.BYTES, (int) (head >>> Integer.SIZE))
                        .putLong(index * EVENT_SIZE + COOKIE, cookie),
                max,
                timeoutMillis);
    }

    @Override
    public void wakeUp() {
        events.wakeUp();
    }
}
