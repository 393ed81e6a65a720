package io.verbena.shell.command.data;

import io.verbena.Rdma;
import io.verbena.device.Device;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.DevinfoView;
import io.verbena.shell.view.DevinfoView.DeviceReport;
import io.verbena.spi.DeviceAttributes;
import io.verbena.verbs.Context;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Examples({
    "ibv_devinfo # Show all devices and their ports.",
    "ibv_devinfo -d mlx5_0 -i 1 -v # Show all attributes of a device and one of its ports.",
    "ibv_devinfo -l # List the names of the devices."
})
@Command(
        name = "ibv_devinfo",
        description = "Shows the verbs attributes of the devices of this host.",
        footer = {
            "",
            "-v shows all attributes. On a fabric without verbs, only the attributes known to management are shown."
        })
public final class IbvDevinfoCommand extends FabricCommand {
    @Option(
            names = {"-d", "--ib-dev"},
            paramLabel = "DEVICE",
            description = "Show this device (default: all).")
    @Nullable String device;

    @Option(
            names = {"-i", "--ib-port"},
            paramLabel = "PORT",
            description = "Show this port (default: all).")
    @Nullable Integer port;

    @Option(
            names = {"-l", "--list"},
            description = "List the names of the devices.")
    boolean list;

    @Override
    protected Result run(Session session) {
        if (port != null && port < 1) {
            throw new IllegalArgumentException("--ib-port: " + port + " is not a port number; expected at least 1");
        }
        Rdma rdma = session.rdma();
        List<String> names = rdma.verbsDevices();
        return names.isEmpty() ? managed(rdma) : verbs(rdma, names);
    }

    private Result verbs(Rdma rdma, List<String> names) {
        if (list) {
            return Result.of(names, DevinfoView::names);
        }
        List<String> wanted =
                device == null ? names : List.of(rdma.device(device).name());
        List<DeviceReport> reports =
                wanted.stream().map(name -> report(rdma, name)).toList();
        boolean verbose = options().verbosity() > 0;
        return Result.of(reports, found -> DevinfoView.devices(found, verbose));
    }

    private DeviceReport report(Rdma rdma, String name) {
        try (Context context = rdma.verbs(name)) {
            if (port != null && port > context.properties().ports()) {
                throw new NoSuchDeviceException("device " + name + " has no port " + port + "; its last port is "
                        + context.properties().ports());
            }
            return DeviceReport.of(context, boardId(rdma, name), port == null ? 0 : port);
        }
    }

    /** Returns the ID of the board of a device, which verbs do not report; an empty string if only verbs know the device. */
    private static String boardId(Rdma rdma, String name) {
        return rdma.devices().stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .map(Device::boardId)
                .orElse("");
    }

    private Result managed(Rdma rdma) {
        Stream<Device> found = device == null ? rdma.devices().stream() : Stream.of(rdma.device(device));
        List<DeviceAttributes> devices = found.map(Device::attributes).toList();
        if (devices.isEmpty()) {
            throw new NoSuchDeviceException("this host has no RDMA device");
        }
        if (list) {
            return Result.of(devices.stream().map(DeviceAttributes::name).toList(), DevinfoView::names);
        }
        if (port != null && device != null) {
            rdma.endPort(device, port);
        }
        return Result.of(devices, all -> DevinfoView.managed(all, port == null ? 0 : port));
    }
}
