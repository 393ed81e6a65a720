package io.verbena.shell.view;

import io.verbena.iba.Gid;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.PortAttributes;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Renders devices in the layouts of ibstatus and ibv_devices. */
public final class IbstatusView {
    private IbstatusView() {}

    /** Returns one paragraph about a port. */
    public static List<String> port(String device, PortAttributes port) {
        return List.of(
                "Infiniband device '" + device + "' port " + port.number() + " status:",
                "\tdefault gid:\t " + groups(port.defaultGid()),
                "\tbase lid:\t 0x" + Integer.toHexString(port.lid().bits()),
                "\tsm lid:\t\t 0x" + Integer.toHexString(port.smLid().bits()),
                "\tstate:\t\t " + port.state().code() + ": "
                        + port.state().text().toUpperCase(Locale.ROOT),
                "\tphys state:\t " + port.physicalState().code() + ": "
                        + port.physicalState().text(),
                "\trate:\t\t " + (port.rate() == 2 ? "2.5" : port.rate()) + " Gb/sec",
                "\tlink_layer:\t " + port.linkLayer(),
                "");
    }

    /** Returns a line for each device. */
    public static List<String> devices(List<DeviceAttributes> devices) {
        List<String> lines = new ArrayList<>();
        lines.add("    %-16s\t   node GUID".formatted("device"));
        lines.add("    %-16s\t----------------".formatted("------"));
        devices.forEach(device -> lines.add(
                "    %-16s\t%016x".formatted(device.name(), device.nodeGuid().bits())));
        return lines;
    }

    /** Returns a GID as eight groups of four digits. */
    private static String groups(Gid gid) {
        String digits =
                HexFormat.of().toHexDigits(gid.prefix()) + HexFormat.of().toHexDigits(gid.interfaceId());
        return IntStream.range(0, 8)
                .mapToObj(group -> digits.substring(group * 4, group * 4 + 4))
                .collect(Collectors.joining(":"));
    }
}
