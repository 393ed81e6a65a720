package io.verbena.linux;

import io.verbena.jni.verbs.IbvData;
import io.verbena.jni.verbs.IbvDevice;
import io.verbena.jni.verbs.IbvQueues;
import io.verbena.spi.verbs.CallGate;
import io.verbena.spi.verbs.CompletionRecord;

/** Polls a queue that is destroyed, below everything that prevents it: {@code testbed/checks/races} must see that. */
final class UseAfterFree {
    private UseAfterFree() {}

    public static void main(String[] arguments) {
        IbvDevice.load();
        long context = IbvDevice.open("hollow0");
        long queue = IbvQueues.createCq(context, 16, 0, 0, 0);
        if (context <= 0 || queue <= 0 || IbvQueues.destroyCq(queue) != 0) {
            throw new IllegalStateException("there is no completion queue to be destroyed");
        }
        CallGate gate = new CallGate(LinuxVerbs.memory(CallGate.SIZE), queue);
        int answer = IbvData.poll(
                gate.address(), LinuxVerbs.memory(CompletionRecord.SIZE).address(), 1);
        System.out.println("the use after free was not detected; the answer was " + answer);
    }
}
