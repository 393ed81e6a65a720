package io.verbena.trace;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notifies packet listeners. A listener that throws does not affect calls or other listeners. */
final class Listeners {
    private static final System.Logger LOG = System.getLogger(Listeners.class.getPackageName());

    private final List<PacketListener> all;
    private final List<PacketListener> listening;

    Listeners(List<PacketListener> listeners) {
        all = List.copyOf(listeners);
        listening = new CopyOnWriteArrayList<>(all);
    }

    void packet(Packet packet) {
        listening.forEach(listener -> report(listener, packet));
    }

    private void report(PacketListener listener, Packet packet) {
        try {
            listener.packet(packet);
        } catch (RuntimeException e) {
            // If a listener fails on two threads at once, one of them reports it.
            if (listening.remove(listener)) {
                LOG.log(Level.WARNING, "a packet listener failed and is not notified again: " + e, e);
            }
        }
    }

    void close() {
        all.forEach(PacketListener::close);
    }
}
