package io.verbena.diag.ibdm;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.LinkWidth;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortCapability;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortState;
import io.verbena.iba.SwitchInfo;
import io.verbena.subnet.Node;
import io.verbena.subnet.Port;
import io.verbena.subnet.Subnet;
import io.verbena.subnet.SubnetBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes lists of links: the files {@code ibdiagnet.lst} of ibdiagnet and {@code opensm-subnet.lst} of opensm. A
 * line is a link with both its ports, its width, state and speed. The speed is that of PortInfo without its extension,
 * so that all speeds above QDR are 10 Gb/s per lane.
 */
public final class LinkList {
    private static final String END =
            "\\{\\s*(\\S+)\\s+Ports:(\\p{XDigit}+)\\s+SystemGUID:(\\p{XDigit}+)\\s+NodeGUID:(\\p{XDigit}+)"
                    + "\\s+PortGUID:(\\p{XDigit}+)\\s+VenID:(\\p{XDigit}+)\\s+DevID:(\\p{XDigit}+)\\s+Rev:(\\p{XDigit}+)"
                    + "\\s+\\{(.*?)\\}\\s+LID:(\\p{XDigit}+)\\s+PN:(\\p{XDigit}+)\\s*\\}";
    private static final int FIELDS = 11;
    private static final Pattern LINK =
            Pattern.compile(END + "\\s+" + END + "\\s+PHY=(\\d+)x\\s+LOG=(\\w+)\\s+SPD=([0-9.]+)\\s*");
    private static final String EXPECTED =
            "a link, such as '{ SW Ports:24 SystemGUID:… } { CA Ports:01 … } PHY=4x LOG=ACT SPD=10'";
    private static final int MAX_PORTS = 254;

    private LinkList() {}

    /**
     * Reads a file. The first port of the file is the origin of the subnet.
     *
     * @throws RdmaException if the file cannot be read, has a line that is no link, or has no links
     */
    public static Subnet read(Path file) {
        return read(file, 0);
    }

    /**
     * Reads a file of a subnet whose hosts have several LIDs. The first port of the file is the origin of the subnet.
     *
     * @param lmc the LMC of the ports of hosts, which the file does not contain
     * @throws RdmaException if the file cannot be read, has a line that is no link, or has no links
     */
    public static Subnet read(Path file, int lmc) {
        return SourceLines.read(file, new Builder(lmc), Builder::accept).build(file.toString());
    }

    /**
     * Reads lines.
     *
     * @param source the name of the source, for messages
     * @throws RdmaException if a line is no link, or there are no links
     */
    public static Subnet parse(String source, List<String> lines) {
        return SourceLines.read(source, lines, new Builder(0), Builder::accept).build(source);
    }

    /** Returns the lines of a subnet: each link once, from the end that comes first in the subnet. */
    public static List<String> lines(Subnet subnet) {
        List<String> lines = new ArrayList<>();
        Set<Port> written = new HashSet<>();
        for (Node node : subnet.nodes()) {
            for (Port port : node.ports()) {
                Optional<Port> peer = port.peer();
                if (peer.isPresent() && !written.contains(port)) {
                    written.add(peer.get());
                    lines.add(end(port) + " " + end(peer.get()) + " PHY="
                            + port.width().text().toLowerCase(Locale.ROOT) + " LOG="
                            + state(port.state()) + " SPD=" + IbdmNames.speed(port.speed()));
                }
            }
        }
        return lines;
    }

    private static String end(Port port) {
        NodeInfo info = port.node().info();
        boolean manager = port.endPort()
                .info()
                .filter(end -> end.capabilityMask().contains(PortCapability.IS_SM))
                .isPresent();
        return String.format(
                "{ %s%s Ports:%02X SystemGUID:%016x NodeGUID:%016x PortGUID:%016x VenID:%08X DevID:%04X Rev:%08X {%s} LID:%04X PN:%02X }",
                type(info.nodeType()),
                manager ? "-SM" : "",
                info.numPorts(),
                info.systemImageGuid().bits(),
                info.nodeGuid().bits(),
                port.guid().bits(),
                info.vendorId(),
                info.deviceId(),
                info.revision(),
                port.node().description(),
                port.lid().bits(),
                port.number());
    }

    private static String type(NodeType type) {
        return switch (type) {
            case SWITCH -> "SW";
            case ROUTER -> "Rt";
            default -> "CA";
        };
    }

    private static String state(PortState state) {
        return switch (state) {
            case ACTIVE -> "ACT";
            case ARMED -> "ARM";
            case INITIALIZE -> "INI";
            default -> "DWN";
        };
    }

    private static final class Builder {
        private final SubnetBuilder subnet = new SubnetBuilder().inOrderOfArrival();
        private final int lmc;
        private @Nullable Port origin;

        Builder(int lmc) {
            this.lmc = lmc;
        }

        void accept(SourceLines at, String line) {
            if (line.isBlank()) {
                return;
            }
            Matcher link = LINK.matcher(line);
            if (!link.matches()) {
                throw at.expected(EXPECTED);
            }
            Port one = port(at, link, 1);
            Port other = port(at, link, 1 + FIELDS);
            origin = origin == null ? one : origin;
            if (!subnet.link(one, other)) {
                throw at.expected("two ports without another link");
            }
        }

        /** Returns a PortInfo with the width, state and speed of a link. */
        private static PortInfo state(SourceLines at, Matcher link) {
            PortInfo state = new PortInfo();
            String width = link.group(2 * FIELDS + 1) + "X";
            state.linkWidthActive(Arrays.stream(LinkWidth.values())
                    .filter(each -> each.text().equals(width))
                    .findFirst()
                    .orElseThrow(() -> at.expected("a width of 1x, 2x, 4x, 8x or 12x")));
            state.portState(
                    switch (link.group(2 * FIELDS + 2)) {
                        case "ACT" -> PortState.ACTIVE;
                        case "ARM" -> PortState.ARMED;
                        case "INI" -> PortState.INITIALIZE;
                        case "DWN" -> PortState.DOWN;
                        default -> throw at.expected("a state of ACT, ARM, INI or DWN");
                    });
            speed(link.group(2 * FIELDS + 3)).activate(state);
            return state;
        }

        private static LaneSpeed speed(String text) {
            return switch (text) {
                case "2.5" -> LaneSpeed.SDR;
                case "5" -> LaneSpeed.DDR;
                case "10" -> LaneSpeed.QDR;
                case "14" -> LaneSpeed.FDR;
                case "25" -> LaneSpeed.EDR;
                case "50" -> LaneSpeed.HDR;
                case "100" -> LaneSpeed.NDR;
                default -> LaneSpeed.UNKNOWN;
            };
        }

        private Port port(SourceLines at, Matcher link, int first) {
            String type = link.group(first);
            int ports = at.number(link.group(first + 1), 16, MAX_PORTS, "a number of ports");
            Guid guid = at.guid(link.group(first + 3));
            Guid portGuid = at.guid(link.group(first + 4));
            int lid = at.number(link.group(first + 9), 16, Lid.PERMISSIVE.bits(), "a LID");
            int number = at.number(link.group(first + 10), 16, ports, "the number of a port");
            boolean isSwitch = type.startsWith("SW");
            subnet.node(new NodeInfo()
                    .nodeType(
                            isSwitch
                                    ? NodeType.SWITCH
                                    : type.startsWith("R") ? NodeType.ROUTER : NodeType.CHANNEL_ADAPTER)
                    .numPorts(ports)
                    .systemImageGuid(at.guid(link.group(first + 2)))
                    .nodeGuid(guid)
                    .portGuid(portGuid)
                    .vendorId((int) at.guid(link.group(first + 5)).bits() & 0xffffff)
                    .deviceId(device(at.guid(link.group(first + 6)).bits()))
                    .revision(at.guid(link.group(first + 7)).bits() & 0xffffffffL)
                    .localPortNum(number));
            String description = link.group(first + 8);
            if (description.getBytes(StandardCharsets.UTF_8).length <= NodeDescription.LENGTH) {
                subnet.description(guid, new NodeDescription().nodeString(description));
            }
            PortInfo info = state(at, link)
                    .lid(isSwitch ? Lid.NONE : Lid.of(lid))
                    .lmc(isSwitch ? 0 : lmc)
                    .localPortNum(number);
            if (type.endsWith("-SM") && !isSwitch) {
                info.capabilityMask(EnumSet.of(PortCapability.IS_SM));
            }
            if (isSwitch) {
                subnet.switchInfo(guid, new SwitchInfo());
                subnet.lid(subnet.port(guid, 0, portGuid), Lid.of(lid));
            }
            subnet.port(guid, number, info);
            return subnet.port(guid, number, portGuid);
        }

        /** Returns a device ID; ibutils before 1.5 wrote it into the upper half of a word. */
        private static int device(long bits) {
            return (int) (bits > 0xffff ? bits >>> Short.SIZE : bits) & 0xffff;
        }

        Subnet build(String source) {
            Port first = origin;
            if (first == null) {
                throw new RdmaException(source + " has no links; expected " + EXPECTED);
            }
            return subnet.build(first, 0);
        }
    }
}
