package io.verbena.shell.command;

import io.verbena.device.Device;
import io.verbena.device.NoSuchDeviceException;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.KnownNames;
import io.verbena.shell.cli.Numbers;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.Names;
import io.verbena.spi.PortAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Examples({"ibstatus # Show all ports of this host.", "ibstatus mlx5_0:1 # Show one port."})
@Command(name = "ibstatus", description = "Shows the state of the ports of this host.")
final class IbstatusCommand extends FabricCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = KnownNames.DEVICE,
            description = "Show only this device, or one port of it (DEVICE:PORT).")
    @Nullable String device;

    record DevicePort(String device, PortAttributes port) {}

    @Override
    protected Result run(Session session) {
        String[] words = device == null ? new String[0] : device.split(":", 2);
        List<Device> devices = words.length == 0
                ? session.rdma().devices()
                : List.of(session.rdma().device(words[0]));
        if (devices.isEmpty()) {
            throw new NoSuchDeviceException("this host has no RDMA device");
        }
        List<DevicePort> ports = new ArrayList<>();
        if (words.length > 1) {
            int number = (int) Numbers.parse("PORT", words[1], Byte.SIZE);
            ports.add(new DevicePort(
                    words[0], session.rdma().endPort(words[0], number).attributes()));
        } else {
            for (Device each : devices) {
                each.attributes().ports().forEach(port -> ports.add(new DevicePort(each.name(), port)));
            }
        }
        return Result.of(
                ports,
                found -> found.stream()
                        .flatMap(each -> port(each.device(), each.port()).stream())
                        .toList());
    }

    private static List<String> port(String device, PortAttributes port) {
        return List.of(
                "Infiniband device '" + device + "' port " + port.number() + " status:",
                "\tdefault gid:\t " + Names.groups(port.defaultGid()),
                "\tbase lid:\t 0x" + Integer.toHexString(port.lid().bits()),
                "\tsm lid:\t\t 0x" + Integer.toHexString(port.smLid().bits()),
                "\tstate:\t\t " + port.state().code() + ": "
                        + port.state().text().toUpperCase(Locale.ROOT),
                "\tphys state:\t " + port.physicalState().code() + ": "
                        + port.physicalState().text(),
                "\trate:\t\t " + port.rateText(),
                "\tlink_layer:\t " + port.linkLayer(),
                "");
    }
}
