package io.verbena.linux;

import io.verbena.jni.verbs.VerbsEvents;
import io.verbena.spi.verbs.RecordMemory;
import java.lang.ref.Reference;

/** Events by libibverbs: a poll on the descriptor and an eventfd. */
final class LinuxEvents implements io.verbena.spi.verbs.VerbsEvents {
    private final long context;

    LinuxEvents(long context) {
        this.context = context;
    }

    @Override
    public int awaitCompletions(long channel, RecordMemory cookies, int max, int timeoutMillis) {
        try {
            return VerbsEvents.awaitCompletions(channel, cookies.address(), max, timeoutMillis);
        } finally {
            Reference.reachabilityFence(cookies);
        }
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
