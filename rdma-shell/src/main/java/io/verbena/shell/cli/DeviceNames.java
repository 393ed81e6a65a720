package io.verbena.shell.cli;

import io.verbena.device.Device;
import io.verbena.error.RdmaException;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;

/** Completes the names of devices. */
public final class DeviceNames {
    public static final String LABEL = "DEVICE";

    private DeviceNames() {}

    /** Returns whether an option or a parameter expects a device. */
    public static boolean isAskedFor(ArgSpec argument) {
        return argument.paramLabel().equals(LABEL);
    }

    /** Returns the names of the devices of the fabric; an empty list if the fabric cannot be opened. */
    public static List<String> of(FabricHost host) {
        try {
            return host.rdma().devices().stream().map(Device::name).toList();
        } catch (RdmaException | IllegalArgumentException e) {
            return List.of();
        }
    }
}
