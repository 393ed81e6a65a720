package io.verbena.shell.cli;

import io.verbena.device.Device;
import io.verbena.error.RdmaException;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;

/** The devices that can be typed where a command takes one. */
public final class DeviceNames {
    public static final String LABEL = "DEVICE";

    private DeviceNames() {}

    /** Whether an option or a parameter takes a device. */
    public static boolean isAskedFor(ArgSpec argument) {
        return argument.paramLabel().equals(LABEL);
    }

    /** The devices of the fabric; none where it cannot be opened. */
    public static List<String> of(FabricHost host) {
        try {
            return host.rdma().devices().stream().map(Device::name).toList();
        } catch (RdmaException | IllegalArgumentException e) {
            return List.of();
        }
    }
}
