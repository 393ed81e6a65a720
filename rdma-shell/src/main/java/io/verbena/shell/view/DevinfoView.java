package io.verbena.shell.view;

import io.verbena.hca.CompletionModeration;
import io.verbena.hca.DeviceCapability;
import io.verbena.hca.DeviceExtensions;
import io.verbena.hca.DeviceLimits;
import io.verbena.hca.DeviceProperties;
import io.verbena.hca.Flags;
import io.verbena.hca.GidTableEntry;
import io.verbena.hca.GidType;
import io.verbena.hca.OnDemandOperation;
import io.verbena.hca.OnDemandPaging;
import io.verbena.hca.PortProperties;
import io.verbena.hca.QueuePairType;
import io.verbena.hca.RateLimits;
import io.verbena.hca.RawPacketCapability;
import io.verbena.hca.ReceiveScaling;
import io.verbena.hca.ReliableDatagramLimits;
import io.verbena.hca.TagMatchingLimits;
import io.verbena.hca.Transport;
import io.verbena.iba.Guid;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.Lid;
import io.verbena.iba.WireEnum;
import io.verbena.spi.DeviceAttributes;
import io.verbena.spi.PortAttributes;
import io.verbena.verbs.Context;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Renders devices in the layout of ibv_devinfo(1). */
public final class DevinfoView {
    private static final List<String> STATES =
            List.of("PORT_NOP", "PORT_DOWN", "PORT_INIT", "PORT_ARMED", "PORT_ACTIVE");
    private static final String NO_PHYSICAL_STATE = "invalid physical state";
    private static final List<String> PHYSICAL_STATES = List.of(
            NO_PHYSICAL_STATE,
            "SLEEP",
            "POLLING",
            "DISABLED",
            "PORT_CONFIGURATION TRAINNING",
            "LINK_UP",
            "LINK_ERROR_RECOVERY",
            "PHY TEST");
    private static final List<String> VIRTUAL_LANES = List.of("invalid value", "1", "2", "4", "8", "15");
    private static final List<String> ATOMICS = List.of("ATOMIC_NONE", "ATOMIC_HCA", "ATOMIC_GLOB");

    /** The numbers of lanes and the speeds in the order of their bits. */
    private static final List<Integer> WIDTHS = List.of(1, 4, 8, 12, 2);

    private static final List<LaneSpeed> SPEEDS = List.copyOf(EnumSet.complementOf(EnumSet.of(LaneSpeed.UNKNOWN)));

    private static final String FLAG = "\t\t\t\t\t";
    private static final long SCATTER_FRAME_CHECK = 1L << 34;
    private static final long PCI_WRITE_END_PADDING = 1L << 36;
    private static final int FLUSH_SHIFT = 38;
    private static final long ATOMIC_WRITE = 1L << 40;

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

    private void coded(String label, Object name, int code) {
        out.format("%s%s (%d)\n", label, name, code);
    }

    private void device(DeviceReport report) {
        DeviceProperties device = report.properties();
        head(
                report.device(),
                device.transport(),
                device.firmwareVersion(),
                device.nodeGuid(),
                device.systemImageGuid());
        out.format("\tvendor_id:\t\t\t0x%04x\n", device.vendorId());
        out.format("\tvendor_part_id:\t\t\t%d\n", device.vendorPartId());
        out.format("\thw_ver:\t\t\t\t0x%X\n", device.hardwareVersion());
        if (!report.boardId().isEmpty()) {
            out.format("\tboard_id:\t\t\t%s\n", report.boardId());
        }
        out.format("\tphys_port_cnt:\t\t\t%d\n", device.ports());
        if (verbose) {
            more(device, report.extensions());
        }
        report.ports().forEach(port -> port(device.transport(), port));
        line("");
    }

    private void head(String name, Transport transport, String firmware, Guid node, Guid systemImage) {
        out.format("hca_id:\t%s\n", name);
        out.format("\ttransport:\t\t\t%s (%d)\n", transport.text(), transport.code());
        out.format("\tfw_ver:\t\t\t\t%s\n", firmware);
        out.format("\tnode_guid:\t\t\t%s\n", node);
        out.format("\tsys_image_guid:\t\t\t%s\n", systemImage);
    }

    private void managed(DeviceAttributes device, int only) {
        head(device.name(), device.transport(), device.firmwareVersion(), device.nodeGuid(), device.systemImageGuid());
        out.format("\tphys_port_cnt:\t\t\t%d\n", device.ports().size());
        for (PortAttributes port : device.ports()) {
            if (only != 0 && port.number() != only) {
                continue;
            }
            state(port.number(), port.state().code());
            addresses(port.smLid(), port.lid(), port.lmc(), port.linkLayer());
        }
        line("");
    }

    private void state(int port, int state) {
        out.format("\t\tport:\t%d\n", port);
        coded("\t\t\tstate:\t\t\t", name(STATES, state, "invalid state"), state);
    }

    private void addresses(Lid manager, Lid lid, int lmc, String linkLayer) {
        out.format("\t\t\tsm_lid:\t\t\t%d\n", manager.bits());
        out.format("\t\t\tport_lid:\t\t%d\n", lid.bits());
        out.format("\t\t\tport_lmc:\t\t0x%02x\n", lmc);
        out.format("\t\t\tlink_layer:\t\t%s\n", linkLayer);
    }

    private void port(Transport transport, DeviceReport.Port report) {
        PortProperties port = report.properties();
        state(port.number(), port.state().code());
        coded("\t\t\tmax_mtu:\t\t", mtu(port.maxMtu()), port.maxMtu().code());
        coded("\t\t\tactive_mtu:\t\t", mtu(port.activeMtu()), port.activeMtu().code());
        addresses(port.smLid(), port.lid(), port.lmc(), port.linkLayer().text());
        if (verbose) {
            more(transport, port);
            report.gids().stream().filter(DevinfoView::isNamed).forEach(this::gid);
        }
    }

    private void more(Transport transport, PortProperties port) {
        out.format("\t\t\tmax_msg_sz:\t\t0x%x\n", port.maxMessageBytes());
        out.format("\t\t\tport_cap_flags:\t\t0x%08x\n", port.capabilities().bits());
        out.format("\t\t\tport_cap_flags2:\t0x%04x\n", port.capabilities2().bits());
        int lanes = port.virtualLanes().code();
        coded("\t\t\tmax_vl_num:\t\t", name(VIRTUAL_LANES, lanes, "invalid value"), lanes);
        out.format("\t\t\tbad_pkey_cntr:\t\t0x%x\n", port.badPartitionKeys());
        out.format("\t\t\tqkey_viol_cntr:\t\t0x%x\n", port.badQueueKeys());
        out.format("\t\t\tsm_sl:\t\t\t%d\n", port.smServiceLevel());
        out.format("\t\t\tpkey_tbl_len:\t\t%d\n", port.partitionKeys());
        out.format("\t\t\tgid_tbl_len:\t\t%d\n", port.gids());
        out.format("\t\t\tsubnet_timeout:\t\t%d\n", port.subnetTimeout());
        out.format("\t\t\tinit_type_reply:\t%d\n", port.initTypeReply());
        String width = port.lanes() == 0 ? "invalid width" : String.valueOf(port.lanes());
        coded("\t\t\tactive_width:\t\t", width + "X", bit(WIDTHS, port.lanes()));
        coded("\t\t\tactive_speed:\t\t", speed(port.laneSpeed()), bit(SPEEDS, port.laneSpeed()));
        if (transport == Transport.INFINIBAND) {
            int state = port.physicalState().code();
            coded("\t\t\tphys_state:\t\t", name(PHYSICAL_STATES, state, NO_PHYSICAL_STATE), state);
        }
    }

    /** Returns whether to show a GID. The C program omits GIDs whose lower half is zero, as on iWARP. */
    private static boolean isNamed(GidTableEntry entry) {
        return entry.gid().interfaceId() != 0;
    }

    private void gid(GidTableEntry entry) {
        String text = entry.type() == GidType.ROCE_V2 ? entry.gid().toString() : Names.groups(entry.gid());
        String type =
                entry.type() == GidType.INFINIBAND ? "" : ", " + entry.type().text();
        out.format("\t\t\tGID[%3d]:\t\t%s%s\n", entry.index(), text, type);
    }

    private static String mtu(WireEnum mtu) {
        return mtu.code() < 1 || mtu.code() > 5 ? "invalid MTU" : mtu.text();
    }

    private static String speed(LaneSpeed speed) {
        return speed == LaneSpeed.UNKNOWN ? "invalid speed" : String.format(Locale.ROOT, "%.1f Gbps", speed.nominal());
    }

    /** Returns the bit of a width or a speed in its list; 0 if the list lacks it. */
    private static <T> int bit(List<T> values, T value) {
        return values.contains(value) ? 1 << values.indexOf(value) : 0;
    }

    /** Returns the name of a code; {@code otherwise} if the C program has none. */
    private static String name(List<String> names, int code, String otherwise) {
        return code < 0 || code >= names.size() ? otherwise : names.get(code);
    }

    /** Writes the additional lines of {@code ibv_devinfo -v} about a device. */
    private void more(DeviceProperties device, DeviceExtensions extensions) {
        limits(device);
        paging(extensions.onDemandPaging());
        clock(extensions);
        rawPackets(extensions.rawPackets());
        extendedCapabilities(device.capabilities().bits(), extensions);
        offloads(extensions);
        out.format("\tnum_comp_vectors:\t\t%d\n", device.completionVectors());
    }

    private void limits(DeviceProperties device) {
        DeviceLimits limits = device.limits();
        ReliableDatagramLimits reliableDatagrams = limits.reliableDatagrams();
        out.format("\tmax_mr_size:\t\t\t0x%x\n", limits.maxRegionBytes());
        out.format("\tpage_size_cap:\t\t\t0x%x\n", limits.pageSizeMask());
        out.format("\tmax_qp:\t\t\t\t%d\n", limits.maxQueuePairs());
        out.format("\tmax_qp_wr:\t\t\t%d\n", limits.maxRequests());
        capabilities(device.capabilities());
        out.format("\tmax_sge:\t\t\t%d\n", limits.maxSegments());
        out.format("\tmax_sge_rd:\t\t\t%d\n", limits.maxReadSegments());
        out.format("\tmax_cq:\t\t\t\t%d\n", limits.maxCompletionQueues());
        out.format("\tmax_cqe:\t\t\t%d\n", limits.maxCompletionQueueEntries());
        out.format("\tmax_mr:\t\t\t\t%d\n", limits.maxRegions());
        out.format("\tmax_pd:\t\t\t\t%d\n", limits.maxProtectionDomains());
        out.format("\tmax_qp_rd_atom:\t\t\t%d\n", limits.maxResponderResources());
        out.format("\tmax_ee_rd_atom:\t\t\t%d\n", reliableDatagrams.maxResponderResources());
        out.format("\tmax_res_rd_atom:\t\t%d\n", limits.maxTotalResponderResources());
        out.format("\tmax_qp_init_rd_atom:\t\t%d\n", limits.maxInitiatorDepth());
        out.format("\tmax_ee_init_rd_atom:\t\t%d\n", reliableDatagrams.maxInitiatorDepth());
        int atomics = device.atomics().code();
        coded("\tatomic_cap:\t\t\t", name(ATOMICS, atomics, "invalid atomic capability"), atomics);
        out.format("\tmax_ee:\t\t\t\t%d\n", reliableDatagrams.maxContexts());
        out.format("\tmax_rdd:\t\t\t%d\n", reliableDatagrams.maxDomains());
        out.format("\tmax_mw:\t\t\t\t%d\n", limits.maxWindows());
        out.format("\tmax_raw_ipv6_qp:\t\t%d\n", limits.maxRawIpv6QueuePairs());
        out.format("\tmax_raw_ethy_qp:\t\t%d\n", limits.maxRawEthertypeQueuePairs());
        out.format("\tmax_mcast_grp:\t\t\t%d\n", limits.maxMulticastGroups());
        out.format("\tmax_mcast_qp_attach:\t\t%d\n", limits.maxQueuePairsOfGroup());
        out.format("\tmax_total_mcast_qp_attach:\t%d\n", limits.maxMulticastAttaches());
        out.format("\tmax_ah:\t\t\t\t%d\n", limits.maxAddressHandles());
        out.format("\tmax_fmr:\t\t\t%d\n", limits.maxFastRegions());
        out.format("\tmax_srq:\t\t\t%d\n", limits.maxSharedReceiveQueues());
        if (limits.maxSharedReceiveQueues() > 0) {
            out.format("\tmax_srq_wr:\t\t\t%d\n", limits.maxSharedReceiveRequests());
            out.format("\tmax_srq_sge:\t\t\t%d\n", limits.maxSharedReceiveSegments());
        }
        out.format("\tmax_pkeys:\t\t\t%d\n", limits.maxPartitionKeys());
        out.format("\tlocal_ca_ack_delay:\t\t%d\n", device.localAckDelay());
    }

    private void capabilities(Flags<DeviceCapability> capabilities) {
        out.format("\tdevice_cap_flags:\t\t0x%08x\n", capabilities.bits());
        flags(capabilities, DeviceCapability::text);
    }

    /** Returns the capabilities that ibv_devinfo cannot name: atomic writes and flushes. */
    private static long unnamed(DeviceExtensions extensions) {
        return extensions.unknownCapabilities()
                | (extensions.writesAtomically() ? ATOMIC_WRITE : 0)
                | extensions.flushes().bits() << FLUSH_SHIFT;
    }

    private void extendedCapabilities(long plain, DeviceExtensions extensions) {
        long bits = plain
                | (extensions.scattersFrameCheck() ? SCATTER_FRAME_CHECK : 0)
                | (extensions.padsPciWrites() ? PCI_WRITE_END_PADDING : 0)
                | unnamed(extensions);
        out.format("\tdevice_cap_flags_ex:\t\t0x%X\n", bits);
        flag(extensions.scattersFrameCheck(), "RAW_SCATTER_FCS");
        flag(extensions.padsPciWrites(), "PCI_WRITE_END_PADDING");
        unknown(unnamed(extensions));
    }

    private void flag(boolean set, String name) {
        if (set) {
            line(FLAG + name);
        }
    }

    private void unknown(long bits) {
        if (bits != 0) {
            out.format(FLAG + "Unknown flags: 0x%X\n", bits);
        }
    }

    private <E extends Enum<E> & WireEnum> void flags(Flags<E> flags, Function<E, String> name) {
        flags.known().forEach(flag -> line(FLAG + name.apply(flag)));
        unknown(flags.unknown());
    }

    private void paging(OnDemandPaging paging) {
        line("\tgeneral_odp_caps:");
        flag(paging.supported(), "ODP_SUPPORT");
        flag(paging.implicit(), "ODP_SUPPORT_IMPLICIT");
        unknown(paging.unknown());
        paging("rc", paging.reliable());
        paging("uc", paging.unreliable());
        paging("ud", paging.datagram());
        paging("xrc", paging.extended());
    }

    private void paging(String service, Flags<OnDemandOperation> operations) {
        out.format("\t%s_odp_caps:\n", service);
        if (operations.bits() == 0) {
            line(FLAG + "NO SUPPORT");
        }
        flags(
                operations,
                operation -> "SUPPORT_" + (operation == OnDemandOperation.SHARED_RECEIVE ? "SRQ" : operation.text()));
    }

    private void clock(DeviceExtensions extensions) {
        if (extensions.timestampMask() == 0) {
            line("\tcompletion_timestamp_mask not supported");
        } else {
            out.format("\tcompletion timestamp_mask:\t\t\t0x%016x\n", extensions.timestampMask());
        }
        if (extensions.clockKilohertz() == 0) {
            line("\tcore clock not supported");
        } else {
            out.format("\thca_core_clock:\t\t\t%dkHZ\n", extensions.clockKilohertz());
        }
    }

    private void rawPackets(Flags<RawPacketCapability> capabilities) {
        if (capabilities.bits() != 0) {
            line("\traw packet caps:");
            flags(capabilities, capability -> switch (capability) {
                case VLAN_STRIPPING -> "C-VLAN stripping offload";
                case SCATTER_FRAME_CHECK -> "Scatter FCS offload";
                case IP_CHECKSUM -> "IP csum offload";
                case DELAY_DROP -> "Delay drop";
            });
        }
    }

    private void offloads(DeviceExtensions extensions) {
        line("\ttso_caps:");
        out.format("\t\tmax_tso:\t\t\t%d\n", extensions.segmentation().maxBytes());
        types(
                extensions.segmentation().maxBytes() != 0,
                extensions.segmentation().types());
        scaling(extensions.receiveScaling());
        out.format("\tmax_wq_type_rq:\t\t\t%d\n", extensions.maxReceiveWorkQueues());
        RateLimits rates = extensions.rateLimits();
        line("\tpacket_pacing_caps:");
        out.format("\t\tqp_rate_limit_min:\t%dkbps\n", rates.minKilobits());
        out.format("\t\tqp_rate_limit_max:\t%dkbps\n", rates.maxKilobits());
        types(rates.maxKilobits() != 0, rates.types());
        tags(extensions.tagMatching());
        CompletionModeration moderation = extensions.completionModeration();
        if (moderation.maxCompletions() != 0) {
            line("");
            line("\tcq moderation caps:");
            out.format("\t\tmax_cq_count:\t%d\n", moderation.maxCompletions());
            out.format("\t\tmax_cq_period:\t%d us\n", moderation.maxMicros());
            line("");
        }
        if (extensions.maxDeviceMemoryBytes() != 0) {
            out.format("\tmaximum available device memory:\t%dBytes\n", extensions.maxDeviceMemoryBytes());
            line("");
        }
    }

    private void scaling(ReceiveScaling scaling) {
        line("\trss_caps:");
        out.format("\t\tmax_rwq_indirection_tables:\t\t\t%d\n", scaling.maxTables());
        out.format("\t\tmax_rwq_indirection_table_size:\t\t\t%d\n", scaling.maxTableSize());
        out.format("\t\trx_hash_function:\t\t\t\t0x%x\n", scaling.functions().bits());
        out.format("\t\trx_hash_fields_mask:\t\t\t\t0x%X\n", scaling.fields().bits());
        types(!scaling.types().isEmpty(), scaling.types());
    }

    private void types(boolean capable, Set<QueuePairType> types) {
        if (!capable) {
            return;
        }
        line("\t\tsupported_qp:");
        for (QueuePairType type :
                List.of(QueuePairType.RC, QueuePairType.UC, QueuePairType.UD, QueuePairType.RAW_PACKET)) {
            flag(types.contains(type), "SUPPORT_" + type.text());
        }
    }

    private void tags(TagMatchingLimits tags) {
        if (tags.maxTags() == 0) {
            line("\ttag matching not supported");
            return;
        }
        line("\ttm_caps:");
        out.format("\t\tmax_rndv_hdr_size:\t%d\n", tags.maxRendezvousHeader());
        out.format("\t\tmax_num_tags:\t\t%d\n", tags.maxTags());
        out.format("\t\tmax_ops:\t\t%d\n", tags.maxOperations());
        out.format("\t\tmax_sge:\t\t%d\n", tags.maxSegments());
        line("\t\tflags:");
        flag(tags.reliable(), "IBV_TM_CAP_RC");
        unknown(tags.unknown());
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
