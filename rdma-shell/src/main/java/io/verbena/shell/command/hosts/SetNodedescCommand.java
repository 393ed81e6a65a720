package io.verbena.shell.command.hosts;

import io.verbena.device.Device;
import io.verbena.error.RdmaException;
import io.verbena.shell.cli.ChangeOptions;
import io.verbena.shell.cli.EndPortOptions;
import io.verbena.shell.cli.Examples;
import io.verbena.shell.cli.Exits;
import io.verbena.shell.cli.FabricCommand;
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

/** Gives the devices of this host a description by which the subnet knows them. */
@Exits(partial = "a device that could not be described")
@Examples({
    "set_nodedesc -v # What the devices call themselves.",
    "set_nodedesc rack3-%h -C mlx5_0 # A name with that of the host, for one device."
})
@Command(
        name = "set_nodedesc",
        aliases = "set_nodedesc.sh",
        description = "Sets what the devices of this host call themselves in the subnet.",
        footer = {
            "",
            "In NAME %%h stands for the name of the host and %%d for that of the device. It is '%%h %%d' unless given. With -v"
                    + " and no NAME nothing is changed. It lasts until the host starts anew."
        })
public final class SetNodedescCommand extends FabricCommand {
    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    @Mixin
    EndPortOptions endPort = new EndPortOptions();

    @Mixin
    ChangeOptions changing = new ChangeOptions();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "What they are to be called.")
    @Nullable String name;

    /** A device, and what it calls itself. */
    record Described(String device, String description) {}

    @Override
    protected EndPortOptions endPortOptions() {
        return endPort;
    }

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
                (name == null ? "%h %d" : name).replace("%h", nameOfHost()).replace("%d", device.name());
        Described after = changing.make(log(), "call " + device.name() + " '" + text + "'", () -> {
            device.describe(text);
            return shown(device);
        });
        return after == null ? shown(device) : after;
    }

    /** Its name up to the first dot, as the system has it. */
    private static String nameOfHost() {
        try {
            String known = Files.isReadable(HOST_NAME)
                    ? Files.readString(HOST_NAME).strip()
                    : InetAddress.getLocalHost().getHostName();
            return known.replaceFirst("\\..*", "");
        } catch (IOException e) {
            throw new RdmaException("this host does not say what it is called; give a NAME that does without it", e);
        }
    }

    private static List<String> text(List<Described> devices) {
        return devices.stream()
                .map(device -> device.device() + ": " + device.description())
                .toList();
    }
}
