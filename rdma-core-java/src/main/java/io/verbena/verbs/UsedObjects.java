package io.verbena.verbs;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The objects of a batch of sends whose addresses C follows, and which must not be destroyed during a post. Does not allocate. */
final class UsedObjects {
    /** Maximum number of objects of a request: a window and its region. */
    private static final int OF_A_REQUEST = 2;

    private final @Nullable VerbsObject[] objects;
    private int count;

    UsedObjects(int requests) {
        objects = new @Nullable VerbsObject[requests * OF_A_REQUEST];
    }

    void add(VerbsObject object) {
        if (count == objects.length) {
            throw new IllegalStateException("a datagram has one destination; call to() once");
        }
        objects[count++] = object;
    }

    void clear() {
        Arrays.fill(objects, 0, count, null);
        count = 0;
    }

    /** Counts a call on each object; {@link #release} must follow. */
    void hold(VerbsObject queue) {
        int held = 0;
        try {
            while (held < count) {
                queue.requireSameDevice(object(held));
                object(held).enter();
                held++;
            }
        } finally {
            if (held < count) {
                release(held);
            }
        }
    }

    void release() {
        release(count);
    }

    private void release(int held) {
        for (int i = 0; i < held; i++) {
            object(i).exit();
        }
    }

    private VerbsObject object(int index) {
        VerbsObject object = objects[index];
        if (object == null) {
            throw new IllegalStateException("the batch is used by two threads");
        }
        return object;
    }
}
