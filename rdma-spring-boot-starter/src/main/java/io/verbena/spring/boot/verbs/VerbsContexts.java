package io.verbena.spring.boot.verbs;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.spring.boot.autoconfigure.RdmaFabricDetails;
import io.verbena.verbs.Context;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The open devices of an application. Each device is opened once, on first use, so that all objects of a device can be
 * combined. The devices are closed with the application. Instances are thread-safe.
 */
public final class VerbsContexts implements AutoCloseable {
    private final Rdma rdma;
    private final RdmaFabricDetails details;
    private final ObjectProvider<EndPort> endPort;
    private final Map<String, Context> open = new ConcurrentHashMap<>();

    VerbsContexts(Rdma rdma, RdmaFabricDetails details, ObjectProvider<EndPort> endPort) {
        this.rdma = rdma;
        this.details = details;
        this.endPort = endPort;
    }

    /**
     * Returns an open device.
     *
     * @param device its name, such as {@code mlx5_0}
     * @throws NoSuchDeviceException if there is no device with that name
     * @throws io.verbena.error.RdmaException if the device cannot be opened
     */
    public Context of(String device) {
        return open.computeIfAbsent(device, this::open);
    }

    /**
     * Returns the default device: the device of {@code rdma.end-port}, or else the only device, or else the device of
     * the first active end port.
     *
     * @throws NoSuchDeviceException if there is none
     */
    public Context first() {
        List<String> devices = rdma.verbsDevices();
        boolean only = details.endPort().isEmpty() && devices.size() == 1;
        return of(only ? devices.get(0) : endPort.getObject().device().name());
    }

    private Context open(String device) {
        List<String> devices = rdma.verbsDevices();
        if (!devices.contains(device)) {
            throw new NoSuchDeviceException("there is no device with verbs called '" + device + "'; "
                    + (devices.isEmpty() ? "this host has none" : "this host has " + String.join(", ", devices)));
        }
        return rdma.verbs(device);
    }

    /** Closes the devices and all objects of them. */
    @Override
    public void close() {
        open.values().forEach(Context::close);
    }
}
