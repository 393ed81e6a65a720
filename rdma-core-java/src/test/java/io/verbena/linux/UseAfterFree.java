package io.verbena.linux;

import io.verbena.jni.verbs.Verbs;
import io.verbena.jni.verbs.VerbsQueues;
import io.verbena.spi.verbs.CompletionRecord;

/** Polls a queue that is destroyed, below everything that prevents it: {@code testbed/checks/races} must see that. */
final class UseAfterFree {
    private UseAfterFree() {}

    public static void main(String[] arguments) {
        Verbs.load();
        long context = Verbs.open("hollow0");
        long queue = VerbsQueues.createCq(context, 16, 0, 0, 0);
        if (context <= 0 || queue <= 0 || VerbsQueues.destroyCq(queue) != 0) {
            throw new IllegalStateException("there is no completion queue to be destroyed");
        }
        int answer = new LinuxData().poll(queue, LinuxData.memory(CompletionRecord.SIZE), 1);
        System.out.println("nobody noticed; the answer was " + answer);
    }
}
