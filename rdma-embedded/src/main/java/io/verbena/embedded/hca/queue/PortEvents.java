package io.verbena.embedded.hca.queue;

import io.verbena.embedded.node.Port;
import io.verbena.embedded.node.PortChange;
import io.verbena.hca.AsyncEventType;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells those that have an adapter open what happens to its ports (IBA 11.6.3.3, ibv_get_async_event(3)). */
public final class PortEvents {
    private final List<EventQueue> listeners = new CopyOnWriteArrayList<>();

    /** The ports that are known to be active; a link comes up in several steps, which are one event. */
    private final Set<Port> active = ConcurrentHashMap.newKeySet();

    PortEvents(Adapter adapter) {
        adapter.node().ports().filter(Port::isActive).forEach(active::add);
    }

    /** Begins to tell them there. */
    public void add(EventQueue listener) {
        listeners.add(listener);
    }

    /** Tells them there no longer. */
    public void remove(EventQueue listener) {
        listeners.remove(listener);
    }

    void stateChanged(Port port) {
        if (port.isActive() && active.add(port)) {
            tell(port, AsyncEventType.PORT_ACTIVE);
        } else if (!port.isActive() && active.remove(port)) {
            tell(port, AsyncEventType.PORT_ERROR);
        }
    }

    void changed(Port port, PortChange what) {
        tell(
                port,
                switch (what) {
                    case LID -> AsyncEventType.LID_CHANGED;
                    case SUBNET_MANAGER -> AsyncEventType.SUBNET_MANAGER_CHANGED;
                    case PARTITION_KEYS -> AsyncEventType.PARTITION_KEY_CHANGED;
                    case GIDS -> AsyncEventType.GID_CHANGED;
                    case REREGISTER -> AsyncEventType.CLIENT_REREGISTER;
                });
    }

    private void tell(Port port, AsyncEventType what) {
        listeners.forEach(listener -> listener.tell(((long) port.number() << Integer.SIZE) | what.code(), 0));
    }
}
