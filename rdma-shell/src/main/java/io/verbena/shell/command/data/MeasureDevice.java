package io.verbena.shell.command.data;

import io.verbena.Rdma;
import io.verbena.device.EndPort;
import io.verbena.device.NoSuchDeviceException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The device and the port that a side of a measurement uses. */
final class MeasureDevice {
    @Option(
            names = {"-d", "--ib-dev", "-C", "--Ca"},
            paramLabel = "DEVICE",
            description = "Use this device; the first unless given. By the RDMA CM it is the one that reaches HOST.")
    @Nullable String device;

    @Option(
            names = {"-i", "--ib-port"},
            paramLabel = "PORT",
            description = "Use this port of the device; 1 unless given.")
    @Nullable Integer port;

    @Option(
            names = {"-P", "--Port"},
            paramLabel = "PORT",
            description = "The same: a number, DEVICE/PORT, a GID or a port GUID.")
    @Nullable String endPort;

    /** The end port that the options name; null if they do not. */
    @Nullable EndPort place(Rdma rdma) {
        if (endPort != null && port != null) {
            throw new IllegalArgumentException("--Port: give the port once, by --ib-port or by --Port");
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
                .orElseThrow(() -> new NoSuchDeviceException("this fabric has no device that moves data"));
    }
}
