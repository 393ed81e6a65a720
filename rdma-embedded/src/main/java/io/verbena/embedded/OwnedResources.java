package io.verbena.embedded;

import io.verbena.error.RdmaException;
import java.util.ArrayList;
import java.util.List;

/** The resources that an object has opened, which it closes before itself. Closing a resource twice has no effect. */
final class OwnedResources {
    interface Child {
        void close();
    }

    private final List<Child> children = new ArrayList<>();
    private boolean closed;

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
