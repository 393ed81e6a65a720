package io.verbena.shell.view;

import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.GidType;
import io.verbena.hca.PortProperties;
import io.verbena.hca.Transport;
import io.verbena.iba.Gid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.WireEnum;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.PortAttributes;
import io.verbena.verbs.Context;
import java.util.ArrayList;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Renders devices in the layout of ibv_devinfo(1). */
public final class DevinfoView {
    private final boolean verbose;
    private final Formatter out = new Formatter();

    private DevinfoView(boolean verbose) {
        this.verbose = verbose;
    }

    /** Returns the names of the devices. */
    public static List<String> names(List<String> names) {
        List<String> lines = new ArrayList<>();
        lines.add(names.size() + (names.size() == 1 ? " HCA found:" : " HCAs found:"));
        names.forEach(name -> lines.add("\t" + name));
        lines.add("");
        return lines;
    }

    /**
     * Returns the devices of a fabric without verbs, with the attributes known to management and one port, or all ports
     * if 0.
     */
    public static List<String> managed(List<DeviceAttributes> devices, int port) {
        DevinfoView view = new DevinfoView(false);
        devices.forEach(device -> view.managed(device, port));
        return view.out.toString().lines().toList();
    }

    /** Returns devices and their ports, with all attributes if {@code verbose}. */
    public static List<String> devices(List<DeviceReport> reports, boolean verbose) {
        DevinfoView view = new DevinfoView(verbose);
        reports.forEach(view::device);
        return view.out.toString().lines().toList();
    }

    private void line(String text) {
        out.format("%s\n", text);
    }

    private void device(DeviceReport report) {
        DeviceProperties device = report.properties();
        out.format("hca_id:\t%s\n", report.device());
        out.format(
                "\ttransport:\t\t\t%s (%d)\n",
                device.transport().text(), device.transport().code());
        out.format("\tfw_ver:\t\t\t\t%s\n", device.firmwareVersion());
        out.format("\tnode_guid:\t\t\t%s\n", device.nodeGuid());
        out.format("\tsys_image_guid:\t\t\t%s\n", device.systemImageGuid());
        out.format("\tvendor_id:\t\t\t0x%04x\n", device.vendorId());
        out.format("\tvendor_part_id:\t\t\t%d\n", device.vendorPartId());
        out.format("\thw_ver:\t\t\t\t0x%X\n", device.hardwareVersion());
        if (!report.boardId().isEmpty()) {
            out.format("\tboard_id:\t\t\t%s\n", report.boardId());
        }
        out.format("\tphys_port_cnt:\t\t\t%d\n", device.ports());
        if (verbose) {
            DevinfoLimitsView.write(out, device, report.extensions());
        }
        report.ports().forEach(port -> port(device.transport(), port));
        line("");
    }

    private void managed(DeviceAttributes device, int only) {
        out.format("hca_id:\t%s\n", device.name());
        out.format(
                "\ttransport:\t\t\t%s (%d)\n",
                device.transport().text(), device.transport().code());
        out.format("\tfw_ver:\t\t\t\t%s\n", device.firmwareVersion());
        out.format("\tnode_guid:\t\t\t%s\n", device.nodeGuid());
        out.format("\tsys_image_guid:\t\t\t%s\n", device.systemImageGuid());
        out.format("\tphys_port_cnt:\t\t\t%d\n", device.ports().size());
        for (PortAttributes port : device.ports()) {
            if (only != 0 && port.number() != only) {
                continue;
            }
            out.format("\t\tport:\t%d\n", port.number());
            out.format(
                    "\t\t\tstate:\t\t\t%s (%d)\n",
                    state(port.state().code()), port.state().code());
            out.format("\t\t\tsm_lid:\t\t\t%d\n", port.smLid().bits());
            out.format("\t\t\tport_lid:\t\t%d\n", port.lid().bits());
            out.format("\t\t\tport_lmc:\t\t0x%02x\n", port.lmc());
            out.format("\t\t\tlink_layer:\t\t%s\n", port.linkLayer());
        }
        line("");
    }

    private void port(Transport transport, DeviceReport.Port report) {
        PortProperties port = report.properties();
        out.format("\t\tport:\t%d\n", port.number());
        out.format(
                "\t\t\tstate:\t\t\t%s (%d)\n",
                state(port.state().code()), port.state().code());
        out.format(
                "\t\t\tmax_mtu:\t\t%s (%d)\n", mtu(port.maxMtu()), port.maxMtu().code());
        out.format(
                "\t\t\tactive_mtu:\t\t%s (%d)\n",
                mtu(port.activeMtu()), port.activeMtu().code());
        out.format("\t\t\tsm_lid:\t\t\t%d\n", port.smLid().bits());
        out.format("\t\t\tport_lid:\t\t%d\n", port.lid().bits());
        out.format("\t\t\tport_lmc:\t\t0x%02x\n", port.lmc());
        out.format("\t\t\tlink_layer:\t\t%s\n", port.linkLayer().text());
        if (verbose) {
            more(transport, port);
            report.gids().stream().filter(DevinfoView::isNamed).forEach(this::gid);
        }
    }

    private void more(Transport transport, PortProperties port) {
        out.format("\t\t\tmax_msg_sz:\t\t0x%x\n", port.maxMessageBytes());
        out.format("\t\t\tport_cap_flags:\t\t0x%08x\n", port.capabilities().bits());
        out.format("\t\t\tport_cap_flags2:\t0x%04x\n", port.capabilities2().bits());
        out.format(
                "\t\t\tmax_vl_num:\t\t%s (%d)\n",
                virtualLanes(port.virtualLanes().code()), port.virtualLanes().code());
        out.format("\t\t\tbad_pkey_cntr:\t\t0x%x\n", port.badPartitionKeys());
        out.format("\t\t\tqkey_viol_cntr:\t\t0x%x\n", port.badQueueKeys());
        out.format("\t\t\tsm_sl:\t\t\t%d\n", port.smServiceLevel());
        out.format("\t\t\tpkey_tbl_len:\t\t%d\n", port.partitionKeys());
        out.format("\t\t\tgid_tbl_len:\t\t%d\n", port.gids());
        out.format("\t\t\tsubnet_timeout:\t\t%d\n", port.subnetTimeout());
        out.format("\t\t\tinit_type_reply:\t%d\n", port.initTypeReply());
        out.format(
                "\t\t\tactive_width:\t\t%sX (%d)\n",
                port.lanes() == 0 ? "invalid width" : port.lanes(), width(port.lanes()));
        out.format("\t\t\tactive_speed:\t\t%s (%d)\n", speed(port.laneSpeed()), speedCode(port.laneSpeed()));
        if (transport == Transport.INFINIBAND) {
            int state = port.physicalState().code();
            out.format("\t\t\tphys_state:\t\t%s (%d)\n", physicalState(state), state);
        }
    }

    /** Returns whether to show a GID. The C program omits GIDs whose lower half is zero, as on iWARP. */
    private static boolean isNamed(GidTableEntry entry) {
        return entry.gid().interfaceId() != 0;
    }

    private void gid(GidTableEntry entry) {
        String text = entry.type() == GidType.ROCE_V2 ? entry.gid().toString() : groups(entry.gid());
        String type =
                entry.type() == GidType.INFINIBAND ? "" : ", " + entry.type().text();
        out.format("\t\t\tGID[%3d]:\t\t%s%s\n", entry.index(), text, type);
    }

    private static String groups(Gid gid) {
        return String.format("%016x%016x", gid.prefix(), gid.interfaceId()).replaceAll("(.{4})(?!$)", "$1:");
    }

    private static String state(int code) {
        return switch (code) {
            case 0 -> "PORT_NOP";
            case 1 -> "PORT_DOWN";
            case 2 -> "PORT_INIT";
            case 3 -> "PORT_ARMED";
            case 4 -> "PORT_ACTIVE";
            default -> "invalid state";
        };
    }

    private static String physicalState(int code) {
        return switch (code) {
            case 1 -> "SLEEP";
            case 2 -> "POLLING";
            case 3 -> "DISABLED";
            case 4 -> "PORT_CONFIGURATION TRAINNING";
            case 5 -> "LINK_UP";
            case 6 -> "LINK_ERROR_RECOVERY";
            case 7 -> "PHY TEST";
            default -> "invalid physical state";
        };
    }

    private static String mtu(WireEnum mtu) {
        return mtu.code() < 1 || mtu.code() > 5 ? "invalid MTU" : mtu.text();
    }

    private static String virtualLanes(int code) {
        return switch (code) {
            case 1 -> "1";
            case 2 -> "2";
            case 3 -> "4";
            case 4 -> "8";
            case 5 -> "15";
            default -> "invalid value";
        };
    }

    private static int width(int lanes) {
        return switch (lanes) {
            case 1 -> 1;
            case 2 -> 16;
            case 4 -> 2;
            case 8 -> 4;
            case 12 -> 8;
            default -> 0;
        };
    }

    private static String speed(LaneSpeed speed) {
        return speed == LaneSpeed.UNKNOWN ? "invalid speed" : String.format(Locale.ROOT, "%.1f Gbps", speed.nominal());
    }

    private static int speedCode(LaneSpeed speed) {
        return switch (speed) {
            case SDR -> 1;
            case DDR -> 2;
            case QDR -> 4;
            case FDR10 -> 8;
            case FDR -> 16;
            case EDR -> 32;
            case HDR -> 64;
            case NDR -> 128;
            case XDR -> 256;
            case UNKNOWN -> 0;
        };
    }

    /**
     * The attributes of a device.
     *
     * @param device the name of the device
     * @param boardId the ID of its board; empty if it has none
     * @param properties its attributes
     * @param extensions its extended attributes
     * @param ports the requested ports
     */
    public record DeviceReport(
            String device, String boardId, DeviceProperties properties, DeviceExtensions extensions, List<Port> ports) {

        /**
         * The attributes of a port.
         *
         * @param properties the attributes of the port
         * @param gids the GID table
         */
        public record Port(PortProperties properties, List<GidTableEntry> gids) {}

        /** Reads the attributes of a device and one of its ports, or all ports if the number is 0. */
        public static DeviceReport of(Context context, String boardId, int port) {
            DeviceProperties properties = context.properties();
            List<Port> ports = (port == 0 ? IntStream.rangeClosed(1, properties.ports()) : IntStream.of(port))
                    .mapToObj(number -> port(context, number))
                    .toList();
            return new DeviceReport(context.device(), boardId, properties, context.extensions(), ports);
        }

        private static Port port(Context context, int number) {
            PortProperties properties = context.port(number);
            List<GidTableEntry> gids =
                    context.gids().stream().filter(gid -> gid.port() == number).toList();
            return new Port(properties, gids);
        }
    }
}
