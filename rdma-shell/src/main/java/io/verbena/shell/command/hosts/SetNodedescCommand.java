package io.verbena.shell.command.hosts;

import io.verbena.device.Device;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.FabricCommand.EndPortCommand;
import io.verbena.shell.cli.HelpText.Examples;
import io.verbena.shell.cli.HelpText.Exits;
import io.verbena.shell.cli.Result;
import io.verbena.shell.cli.Session;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Exits(partial = "a NodeDescription could not be set")
@Examples({
    "set_nodedesc -v # Show the NodeDescriptions.",
    "set_nodedesc rack3-%h -C mlx5_0 # Set the NodeDescription of one device."
})
@Command(
        name = "set_nodedesc",
        aliases = "set_nodedesc.sh",
        description = "Sets the NodeDescription of the devices of this host.",
        footer = {
            "",
            "In NAME, %%h stands for the name of the host and %%d for the name of the device (default: '%%h %%d'). With -v and"
                    + " without NAME, nothing is changed. The change is lost when the host restarts."
        })
public final class SetNodedescCommand extends EndPortCommand {
    private static final String HOST = "%h";
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    @Mixin
    ChangeOptions changing = new ChangeOptions();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The NodeDescription.")
    @Nullable String name;

    record Described(String device, String description) {}

    @Override
    protected Result run(Session session) {
        List<Device> devices = session.devices();
        if (devices.isEmpty()) {
            throw new RdmaException("this host has no RDMA device");
        }
        List<Described> described = new ArrayList<>();
        List<RdmaException> failures = new ArrayList<>();
        for (Device device : devices) {
            try {
                described.add(options().verbosity() > 0 && name == null ? shown(device) : set(device));
            } catch (RdmaException e) {
                failures.add(e.during("device " + device.name()));
            }
        }
        if (described.isEmpty()) {
            throw failures.get(0);
        }
        return Result.of(described, SetNodedescCommand::text).without(failures);
    }

    private static Described shown(Device device) {
        return new Described(device.name(), device.description());
    }

    private Described set(Device device) {
        String text =
                (name == null ? "%h %d" : name).replace(HOST, nameOfHost()).replace("%d", device.name());
        Described after =
                changing.make(log(), "set the NodeDescription of " + device.name() + " to '" + text + "'", () -> {
                    device.describe(text);
                    return shown(device);
                });
        return after == null ? shown(device) : after;
    }

    private static String nameOfHost() {
        try {
            String known = Files.isReadable(HOST_NAME)
                    ? Files.readString(HOST_NAME).strip()
                    : InetAddress.getLocalHost().getHostName();
            return known.replaceFirst("\\..*", "");
        } catch (IOException e) {
            throw new RdmaException("cannot read the name of this host; give a NAME without " + HOST, e);
        }
    }

    private static List<String> text(List<Described> devices) {
        return devices.stream()
                .map(device -> device.device() + ": " + device.description())
                .toList();
    }
}
