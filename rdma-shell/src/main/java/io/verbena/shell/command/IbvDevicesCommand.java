package io.verbena.shell.command;

import io.verbena.device.Device;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.spi.DeviceAttributes;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

@Examples("ibv_devices # List the devices of this host.")
@Command(name = "ibv_devices", description = "Lists the devices of this host with their node GUIDs.")
final class IbvDevicesCommand extends FabricCommand {
    @Override
    protected Result run(Session session) {
        List<DeviceAttributes> devices =
                session.rdma().devices().stream().map(Device::attributes).toList();
        return Result.of(devices, IbvDevicesCommand::devices);
    }

    private static List<String> devices(List<DeviceAttributes> devices) {
        List<String> lines = new ArrayList<>();
        lines.add("    %-16s\t   node GUID".formatted("device"));
        lines.add("    %-16s\t----------------".formatted("------"));
        devices.forEach(device -> lines.add(
                "    %-16s\t%016x".formatted(device.name(), device.nodeGuid().bits())));
        return lines;
    }
}
