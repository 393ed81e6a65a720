package io.verbena.shell.command;

import io.verbena.device.Device;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.error.RdmaException;
import io.verbena.iba.PortState;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.PortAttributes;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Examples({
    "ibstat # Show all devices of this host and their ports.",
    "ibstat mlx5_0 1 # Show one port of one device.",
    "ibstat -l # List the names of the devices.",
    "ibstat --format json # Show all devices as JSON."
})
@Exits(partial = "a device could not be read")
@Command(name = "ibstat", description = "Shows the devices of this host and the state of their ports.")
final class IbstatCommand extends FabricCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "DEVICE", description = "Only this device.")
    @Nullable String device;

    @Parameters(index = "1", arity = "0..1", paramLabel = "PORT", description = "Only this port of it.")
    @Nullable Integer port;

    @Option(
            names = {"-l", "--list_of_cas"},
            description = "List the names of the devices.")
    boolean names;

    @Option(
            names = {"-s", "--short"},
            description = "Omit the ports.")
    boolean brief;

    @Option(
            names = {"-p", "--port_list"},
            description = "List the GUIDs of the ports.")
    boolean portGuids;

    @Override
    protected Result run(Session session) {
        List<String> listed = new ArrayList<>();
        List<DeviceAttributes> found = new ArrayList<>();
        List<RdmaException> failures = new ArrayList<>();
        for (Device each : device == null
                ? session.rdma().devices()
                : List.of(session.rdma().device(device))) {
            try {
                DeviceAttributes attributes = each.attributes();
                // As in infiniband-diags, an iWARP device is shown only if it is named.
                if (device == null && !attributes.isManaged()) {
                    continue;
                }
                found.add(attributes);
            } catch (RdmaException e) {
                failures.add(e.during("cannot read device " + each));
            }
            listed.add(each.name());
        }
        if (listed.isEmpty()) {
            throw noDevice(session);
        }
        if (names) {
            return Result.of(() -> listed, () -> listed);
        }
        if (port != null) {
            PortAttributes chosen =
                    session.rdma().endPort(found.get(0).name(), port).attributes();
            return Result.of(() -> port(found.get(0), chosen), () -> chosen);
        }
        if (portGuids) {
            List<String> guids = found.stream()
                    .flatMap(each -> each.ports().stream())
                    .map(each -> each.portGuid().toHex())
                    .toList();
            return Result.of(() -> guids, () -> guids).without(failures);
        }
        return Result.of(() -> devices(found, brief), () -> found).without(failures);
    }

    private static RdmaException noDevice(Session session) {
        try {
            session.rdma().defaultEndPort();
            return new NoSuchDeviceException("this host has no RDMA device");
        } catch (NoSuchDeviceException e) {
            return e;
        }
    }

    /** Returns all devices, with their ports unless {@code brief}. */
    private static List<String> devices(List<DeviceAttributes> devices, boolean brief) {
        List<String> lines = new ArrayList<>();
        for (DeviceAttributes device : devices) {
            lines.add("CA '" + device.name() + "'");
            lines.add("\tCA type: " + device.hardwareType());
            lines.add("\tNumber of ports: " + device.ports().size());
            lines.add("\tFirmware version: " + device.firmwareVersion());
            lines.add("\tHardware version: " + device.hardwareVersion());
            lines.add("\tNode GUID: " + device.nodeGuid().toHex());
            lines.add("\tSystem image GUID: " + device.systemImageGuid().toHex());
            if (!brief) {
                device.ports().forEach(port -> port(port, "\t", lines));
            }
        }
        return lines;
    }

    private static List<String> port(DeviceAttributes device, PortAttributes port) {
        List<String> lines = new ArrayList<>();
        lines.add("CA: '" + device.name() + "'");
        port(port, "", lines);
        return lines;
    }

    private static void port(PortAttributes port, String indent, List<String> lines) {
        String deeper = indent.isEmpty() ? "" : indent + "\t";
        lines.add(indent + "Port " + port.number() + ":");
        lines.add(deeper + "State: " + state(port.state()));
        lines.add(deeper + "Physical state: " + port.physicalState().text());
        lines.add(deeper + "Rate: " + rate(port.rate()));
        lines.add(deeper + "Base lid: " + port.lid());
        lines.add(deeper + "LMC: " + port.lmc());
        lines.add(deeper + "SM lid: " + port.smLid());
        lines.add(deeper + "Capability mask: 0x" + HexFormat.of().toHexDigits(port.capabilityMask(), 8));
        lines.add(deeper + "Port GUID: " + port.portGuid().toHex());
        lines.add(deeper + "Link layer: " + port.linkLayer());
    }

    private static String state(PortState state) {
        return state == PortState.INITIALIZE ? "Initializing" : state.text();
    }

    /** Returns the rate; the kernel rounds 2.5 down. */
    private static String rate(int rate) {
        return rate == 2 ? "2.5" : Integer.toString(rate);
    }
}
