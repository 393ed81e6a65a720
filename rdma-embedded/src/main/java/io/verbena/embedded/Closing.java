package io.verbena.embedded;

import io.verbena.error.RdmaException;
import java.util.ArrayList;
import java.util.List;

/** What a parent has given out, and closes before itself; what was closed before is closed again, which does nothing. */
final class Closing {
    interface Child {
        void close();
    }

    private final List<Child> children = new ArrayList<>();
    private boolean closed;

    /**
     * Takes a child.
     *
     * @throws RdmaException if the parent is closed
     */
    synchronized void add(Child child) {
        if (closed) {
            child.close();
            throw new RdmaException("the embedded fabric is closed");
        }
        children.add(child);
    }

    synchronized void remove(Child child) {
        children.remove(child);
    }

    void close() {
        List<Child> open;
        synchronized (this) {
            closed = true;
            open = List.copyOf(children);
            children.clear();
        }
        open.forEach(Child::close);
    }
}
