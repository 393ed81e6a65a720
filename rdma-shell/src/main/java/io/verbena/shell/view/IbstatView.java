package io.verbena.shell.view;

import io.verbena.iba.PortState;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.PortAttributes;
import java.util.ArrayList;
import java.util.List;

/** Renders devices and ports in the layout of ibstat. */
public final class IbstatView {
    private IbstatView() {}

    /** Returns all devices, with their ports unless {@code brief}. */
    public static List<String> devices(List<DeviceAttributes> devices, boolean brief) {
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

    /** Returns one port of a device. */
    public static List<String> port(DeviceAttributes device, PortAttributes port) {
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
        lines.add(deeper + String.format("Capability mask: 0x%08x", port.capabilityMask()));
        lines.add(deeper + "Port GUID: " + port.portGuid().toHex());
        lines.add(deeper + "Link layer: " + port.linkLayer());
    }

    /** Returns the name of a state, for which ibstat has one name of its own. */
    private static String state(PortState state) {
        return state == PortState.INITIALIZE ? "Initializing" : state.text();
    }

    /** Returns the rate; the kernel rounds 2.5 down. */
    private static String rate(int rate) {
        return rate == 2 ? "2.5" : Integer.toString(rate);
    }
}
