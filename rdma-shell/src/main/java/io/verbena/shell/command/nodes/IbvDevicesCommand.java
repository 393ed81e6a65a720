package io.verbena.shell.command.nodes;

import io.verbena.device.Device;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.FabricCommand;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import io.verbena.shell.view.IbstatusView;
import io.verbena.spi.DeviceAttributes;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists the devices of this host. */
@Examples("ibv_devices # List the devices of this host.")
@Command(name = "ibv_devices", description = "Lists the devices of this host with their node GUIDs.")
public final class IbvDevicesCommand extends FabricCommand {
    @Override
    protected Result run(Session session) {
        List<DeviceAttributes> devices =
                session.rdma().devices().stream().map(Device::attributes).toList();
        return Result.of(devices, IbstatusView::devices);
    }
}
