package io.verbena.linux;

import io.verbena.jni.verbs.VerbsEvents;
import io.verbena.spi.verbs.RecordMemory;
import java.lang.ref.Reference;
import java.util.concurrent.TimeUnit;

/** Events by libibverbs: a poll on the descriptor and an eventfd. */
final class LinuxEvents implements io.verbena.spi.verbs.VerbsEvents {
    private final long context;

    LinuxEvents(long context) {
        this.context = context;
    }

    @Override
    public int awaitCompletions(long channel, RecordMemory cookies, int max, int timeoutMillis) {
        RecordMemory both = LinuxData.memory(max * Long.BYTES + Long.BYTES);
        both.bytes().putLong(max * Long.BYTES, TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
        int count = awaitCompletions(channel, both, max);
        cookies.bytes().put(0, both.bytes(), 0, Math.max(0, count) * Long.BYTES);
        return count;
    }

    @Override
    public int awaitCompletions(long channel, RecordMemory cookiesAndTime, int max) {
        long cookies = cookiesAndTime.address();
        long time = cookies + cookiesAndTime.bytes().capacity() - Long.BYTES;
        try {
            return VerbsEvents.awaitCompletions(channel, cookies, max, time);
        } finally {
            Reference.reachabilityFence(cookiesAndTime);
        }
    }

    @Override
    public void giveWay() {
        VerbsEvents.giveWay();
    }

    @Override
    public void wakeUp(long channel) {
        VerbsEvents.wakeChannel(channel);
    }

    @Override
    public int awaitEvents(RecordMemory events, int max, int timeoutMillis) {
        try {
            return VerbsEvents.awaitEvents(context, events.address(), max, timeoutMillis);
        } finally {
            Reference.reachabilityFence(events);
        }
    }

    @Override
    public void wakeUp() {
        VerbsEvents.wakeContext(context);
    }
}
