package io.verbena.shell.command.data;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.device.NoSuchDeviceException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the device and the port of one side of a measurement. */
final class MeasureDevice {
    @Option(
            names = {"-d", "--ib-dev", "-C", "--Ca"},
            paramLabel = "DEVICE",
            description = "Device (default: the first; with -R, the device that reaches HOST).")
    @Nullable String device;

    @Option(
            names = {"-i", "--ib-port"},
            paramLabel = "PORT",
            description = "Port of the device (default: 1).")
    @Nullable Integer port;

    @Option(
            names = {"-P", "--Port"},
            paramLabel = "PORT",
            description = "Port: a number, DEVICE/PORT, a GID or a port GUID.")
    @Nullable String endPort;

    /** Returns the selected end port; null if none was selected. */
    @Nullable EndPort place(Rdma rdma) {
        if (endPort != null && port != null) {
            throw new IllegalArgumentException("--ib-port and --Port are mutually exclusive");
        }
        if (endPort != null && !endPort.matches("[0-9]+")) {
            return rdma.endPort(endPort);
        }
        if (device == null && port == null && endPort == null) {
            return null;
        }
        String number = endPort != null ? endPort : String.valueOf(port == null ? 1 : port);
        return rdma.endPort((device == null ? first(rdma) : device) + "/" + number);
    }

    static String first(Rdma rdma) {
        return rdma.verbsDevices().stream()
                .findFirst()
                .orElseThrow(() -> new NoSuchDeviceException("this fabric has no device that supports verbs"));
    }
}
