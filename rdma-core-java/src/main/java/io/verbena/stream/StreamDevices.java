package io.verbena.stream;

import io.verbena.cm.CmId;
import io.verbena.cm.ConnectionManager;
import io.verbena.cm.EventChannel;
import io.verbena.error.ClosingFailures;
import io.verbena.hca.PortSpace;
import io.verbena.spi.cm.UdpSocket;
import io.verbena.verbs.ClosedObjectException;
import io.verbena.verbs.Context;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The devices of streams and the channel of their identifiers, each opened at its first use. */
final class StreamDevices implements AutoCloseable {
    private final Supplier<ConnectionManager> manager;
    private final Function<String, Context> contexts;

    /** Guarded by this, like the fields below. */
    private final Map<String, StreamDevice> devices = new HashMap<>();

    private @Nullable EventChannel channel;
    private boolean closed;

    StreamDevices(Supplier<ConnectionManager> manager, Function<String, Context> contexts) {
        this.manager = manager;
        this.contexts = contexts;
    }

    CmId id() {
        return id(PortSpace.TCP);
    }

    CmId id(PortSpace space) {
        return channel().id(space);
    }

    UdpSocket udpSocket(InetSocketAddress address) {
        return manager.get().udpSocket(address);
    }

    private synchronized EventChannel channel() {
        requireOpen();
        EventChannel open = channel;
        if (open == null || open.isClosed()) {
            open = manager.get().eventChannel();
            channel = open;
        }
        return open;
    }

    /** Returns a device, which is opened again after it was removed. */
    synchronized StreamDevice device(String name) {
        requireOpen();
        StreamDevice known = devices.get(name);
        if (known != null && !known.context().isClosed()) {
            return known;
        }
        if (known != null) {
            known.context().close();
        }
        StreamDevice opened = StreamDevice.of(contexts.apply(name));
        devices.put(name, opened);
        return opened;
    }

    private void requireOpen() {
        if (closed) {
            throw new ClosedObjectException("Streams");
        }
    }

    @Override
    public void close() {
        ClosingFailures failures = new ClosingFailures();
        EventChannel open;
        synchronized (this) {
            closed = true;
            open = channel;
        }
        failures.close(open);
        synchronized (this) {
            devices.values().forEach(device -> failures.close(device.context()));
        }
        failures.rethrow();
    }
}
