package io.verbena.shell.command.data;

import io.verbena.Rdma;
import io.verbena.device.Device;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.hca.AsyncEventType;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.command.data.MeasuringCommand.MeasureDevice;
import io.verbena.shell.view.DevinfoView;
import io.verbena.shell.view.DevinfoView.DeviceReport;
import io.verbena.spi.DeviceAttributes;
import io.verbena.verbs.AsyncEvent;
import io.verbena.verbs.Context;
import io.verbena.verbs.InterruptedWaitException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    @Examples("ibv_asyncwatch -d mlx5_0 # Print the events of this device, such as a port that loses its link.")
    @Command(
            name = "ibv_asyncwatch",
            description = "Prints the asynchronous events of a device.",
            footer = {
                "",
                "Runs until Ctrl-C, or until the device is removed. The structured formats print the events at the end."
            })
    public static final class IbvAsyncwatchCommand extends FabricCommand {
        private static final Duration SLICE = Duration.ofMillis(500);

        @Option(
                names = {"-d", "--ib-dev"},
                paramLabel = "DEVICE",
                description = "Device (default: the first).")
        @Nullable String device;

        @Override
        protected Result run(Session session) {
            endsByInterrupt();
            String name = device != null ? session.rdma().device(device).name() : MeasureDevice.first(session.rdma());
            List<ShownEvent> events = new ArrayList<>();
            try (Context context = session.rdma().verbs(name)) {
                say(name + ": async event FD " + context.descriptor());
                boolean removed = false;
                while (!removed && !Thread.currentThread().isInterrupted()) {
                    Optional<AsyncEvent> event = next(context);
                    event.map(ShownEvent::of).ifPresent(happened -> {
                        say("  event_type " + happened.event() + " (" + happened.code() + "), port " + happened.port());
                        events.add(happened);
                    });
                    removed = event.filter(happened -> happened.type() == AsyncEventType.DEVICE_FATAL)
                            .isPresent();
                }
            }
            return Result.of(List::of, () -> events);
        }

        private static Optional<AsyncEvent> next(Context context) {
            try {
                return context.awaitEvent(SLICE);
            } catch (InterruptedWaitException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }

        record ShownEvent(String event, int code, int port) {
            static ShownEvent of(AsyncEvent event) {
                return new ShownEvent(symbol(event.type()), event.type().code(), event.port());
            }
        }

        /** Returns the name in the C library. Events of objects, which this program does not have, are unexpected. */
        private static String symbol(AsyncEventType type) {
            return switch (type) {
                case DEVICE_FATAL -> "IBV_EVENT_DEVICE_FATAL";
                case PORT_ACTIVE -> "IBV_EVENT_PORT_ACTIVE";
                case PORT_ERROR -> "IBV_EVENT_PORT_ERR";
                case LID_CHANGED -> "IBV_EVENT_LID_CHANGE";
                case PARTITION_KEY_CHANGED -> "IBV_EVENT_PKEY_CHANGE";
                case SUBNET_MANAGER_CHANGED -> "IBV_EVENT_SM_CHANGE";
                case CLIENT_REREGISTER -> "IBV_EVENT_CLIENT_REREGISTER";
                case GID_CHANGED -> "IBV_EVENT_GID_CHANGE";
                default -> "unexpected";
            };
        }
    }
}
