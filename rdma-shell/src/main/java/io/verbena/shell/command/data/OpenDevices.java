package io.verbena.shell.command.data;

import io.verbena.Rdma;
import io.verbena.cm.EventChannel;
import io.verbena.traffic.measure.MeasureHost;
import io.verbena.verbs.Context;
import java.util.ArrayDeque;
import java.util.Deque;

/** Opens the device of one side of a measurement, and closes it at the end. */
final class OpenDevices implements MeasureHost, AutoCloseable {
    private final Rdma rdma;
    private final String device;
    private final Deque<Context> contexts = new ArrayDeque<>();
    private final Deque<EventChannel> channels = new ArrayDeque<>();

    OpenDevices(Rdma rdma, String device) {
        this.rdma = rdma;
        this.device = device;
    }

    @Override
    public Context device() {
        return device(device);
    }

    @Override
    public Context device(String name) {
        Context context = rdma.verbs(name);
        contexts.push(context);
        return context;
    }

    @Override
    public EventChannel events() {
        EventChannel channel = rdma.connectionManager().eventChannel();
        channels.push(channel);
        return channel;
    }

    @Override
    public void close() {
        channels.forEach(EventChannel::close);
        contexts.forEach(Context::close);
    }
}
