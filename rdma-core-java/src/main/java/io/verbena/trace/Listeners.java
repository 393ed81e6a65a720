package io.verbena.trace;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Those who listen. What goes wrong with one of them is its own affair, and never that of a call. */
final class Listeners {
    private static final System.Logger LOG = System.getLogger(Listeners.class.getPackageName());

    private final List<PacketListener> all;
    private final List<PacketListener> listening;

    Listeners(List<PacketListener> listeners) {
        all = List.copyOf(listeners);
        listening = new CopyOnWriteArrayList<>(all);
    }

    void packet(Packet packet) {
        listening.forEach(listener -> tell(listener, packet));
    }

    private void tell(PacketListener listener, Packet packet) {
        try {
            listener.packet(packet);
        } catch (RuntimeException e) {
            // Of two threads that it failed at once, one reports it.
            if (listening.remove(listener)) {
                LOG.log(Level.WARNING, "a listener to packets failed and is told no more: " + e, e);
            }
        }
    }

    void close() {
        all.forEach(PacketListener::close);
    }
}
