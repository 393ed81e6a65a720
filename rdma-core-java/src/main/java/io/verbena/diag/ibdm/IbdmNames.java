package io.verbena.diag.ibdm;

import io.verbena.iba.LaneSpeed;
import io.verbena.iba.NodeType;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of nodes and ports in the reports and files of ibutils. The channel adapter {@code host1 HCA-2} is the unit
 * U2 of the system {@code host1}; all other nodes are systems of one unit, which are named after their GUID.
 */
public final class IbdmNames {
    private static final Pattern ADAPTER = Pattern.compile("([^\\s/#]+)\\s+HCA-(\\d{1,4})");
    private static final Pattern FIRST_WORDS = Pattern.compile("(\\S+)(?:\\s+\\S*?(\\d+))?(?:\\s.*)?");

    private IbdmNames() {}

    /** Returns the name of the system of a node, such as {@code host1} or {@code S0002c90000010000}. */
    public static String system(Node node) {
        Matcher adapter = ADAPTER.matcher(node.description());
        return !node.isSwitch() && adapter.matches()
                ? adapter.group(1)
                : String.format("S%016x", node.guid().bits());
    }

    /** Returns the name of a node within its system, such as {@code U1}. */
    public static String unit(Node node) {
        Matcher adapter = ADAPTER.matcher(node.description());
        return !node.isSwitch() && adapter.matches() ? "U" + Integer.parseInt(adapter.group(2)) : "U1";
    }

    /** Returns the name of a node, such as {@code host1/U1}. */
    public static String node(Node node) {
        return system(node) + "/" + unit(node);
    }

    /** Returns the name of a port on the panel of its system, such as {@code P1} or {@code U2/P1}. */
    static String panel(Port port) {
        return panel(port.node(), port.number());
    }

    static String panel(Node node, int port) {
        boolean single = !node.isSwitch()
                && ADAPTER.matcher(node.description()).matches()
                && unit(node).equals("U1");
        return (single ? "" : unit(node) + "/") + "P" + port;
    }

    /** Returns the name of a port with its system, such as {@code host1/P1} or {@code S0002c90000010000/U1/P3}. */
    public static String port(Port port) {
        return system(port.node()) + "/" + panel(port);
    }

    /** Returns the name of a port in reports: {@code host1/P1} for channel adapters, {@code Port=3} for others. */
    public static String reported(Port port) {
        Node node = port.node();
        Matcher words = FIRST_WORDS.matcher(node.description());
        if (node.isSwitch() || node.type() != NodeType.CHANNEL_ADAPTER || !words.matches()) {
            return "Port=" + port.number();
        }
        String number = words.group(2);
        boolean first = number == null || number.length() > 4 || Integer.parseInt(number) <= 1;
        return words.group(1) + (first ? "" : "/U" + Integer.parseInt(number)) + "/P" + port.number();
    }

    /** Returns the LID, GUID and device of a port, such as {@code lid=0x0001 guid=0x0002c90300000001 dev=4119}. */
    public static String address(Port port) {
        return String.format(
                "lid=0x%04x guid=%s dev=%d",
                port.lid().bits(), port.guid().toHex(), port.node().info().deviceId());
    }

    /** Returns the speed of a lane in Gb/s as PortInfo has it without its extension: all speeds above QDR count as QDR. */
    static String speed(LaneSpeed speed) {
        return switch (speed) {
            case SDR -> "2.5";
            case DDR -> "5";
            default -> "10";
        };
    }
}
