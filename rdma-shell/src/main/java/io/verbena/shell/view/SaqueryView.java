package io.verbena.shell.view;

import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.DottedText;
import io.verbena.iba.Gid;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.InformInfoRecord;
import io.verbena.iba.LinearForwardingTableRecord;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.MulticastForwardingTableRecord;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PKeyTableRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.SlToVlMappingTableRecord;
import io.verbena.iba.SmInfoRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchInfoRecord;
import io.verbena.iba.VlArbitrationTableRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Renders records of the subnet administration in the layout of saquery, whose column width and case of digits depend
 * on the record.
 */
public final class SaqueryView {
    private static final String INDENT = "\t\t";
    private static final String HIDDEN = "<not displayed>";
    private static final int CLASS_COLUMN = 25;
    private static final int COLUMN = 24;
    private static final int SWITCH_COLUMN = 40;
    private static final int MANAGER_COLUMN = 22;
    private static final int FIRST_MLID = 0xc000;
    private static final int ROW = 16;
    private static final int P_KEYS_PER_ROW = 8;
    private static final int GUIDS = 8;
    private static final int PORTS = 64;
    private static final int ENTRIES = 32;
    private static final int TABLE_COLUMN = 27;

    private static final Map<Class<?>, BiFunction<SaqueryView, Structure, Lines>> LAYOUTS = new HashMap<>();

    static {
        add(NodeRecord.class, SaqueryView::node);
        add(PortInfoRecord.class, SaqueryView::port);
        add(PathRecord.class, (view, record) -> path(record));
        add(McMemberRecord.class, (view, record) -> member(record));
        add(ServiceRecord.class, SaqueryView::service);
        add(InformInfoRecord.class, SaqueryView::subscription);
        add(SwitchInfoRecord.class, (view, record) -> switchInfo(record));
        add(SmInfoRecord.class, SaqueryView::manager);
        add(ClassPortInfo.class, (view, record) -> classPortInfo(record));
        add(LinkRecord.class, (view, record) -> link(record));
        add(LinearForwardingTableRecord.class, (view, record) -> table(record));
        add(MulticastForwardingTableRecord.class, (view, record) -> table(record));
        add(SlToVlMappingTableRecord.class, (view, record) -> table(record));
        add(VlArbitrationTableRecord.class, (view, record) -> table(record));
        add(PKeyTableRecord.class, (view, record) -> table(record));
        add(GuidInfoRecord.class, (view, record) -> table(record));
    }

    private final boolean keys;
    private final Function<NodeRecord, String> names;

    /**
     * Creates a view.
     *
     * @param keys whether to show keys
     * @param names returns the name of a node
     */
    public SaqueryView(boolean keys, Function<NodeRecord, String> names) {
        this.keys = keys;
        this.names = names;
    }

    /** Returns all records. */
    public List<String> of(List<? extends Structure> records) {
        return records.stream().flatMap(record -> of(record).lines().stream()).toList();
    }

    private static <T extends Structure> void add(Class<T> type, BiFunction<SaqueryView, T, Lines> layout) {
        LAYOUTS.put(type, (view, record) -> layout.apply(view, type.cast(record)));
    }

    private Lines of(Structure record) {
        BiFunction<SaqueryView, Structure, Lines> known = LAYOUTS.get(record.getClass());
        if (known != null) {
            return known.apply(this, record);
        }
        Lines lines = new Lines(record.layout().name() + " dump:", COLUMN);
        DottedText.of(record).forEach(line -> lines.title(INDENT + line));
        return lines;
    }

    private Lines node(NodeRecord record) {
        var info = record.nodeInfo();
        return new Lines("NodeRecord dump:", COLUMN)
                .add("lid", record.lid())
                .add("reserved", "0x0")
                .hex("base_version", info.baseVersion())
                .hex("class_version", info.classVersion())
                .add("node_type", info.nodeType().text())
                .add("num_ports", info.numPorts())
                .add("sys_guid", info.systemImageGuid().toHex())
                .add("node_guid", info.nodeGuid().toHex())
                .add("port_guid", info.portGuid().toHex())
                .hex("partition_cap", info.partitionCap())
                .capitals("device_id", info.deviceId())
                .capitals("revision", info.revision())
                .add("port_num", info.localPortNum())
                .capitals("vendor_id", info.vendorId())
                .add("NodeDescription", Names.printable(names.apply(record)));
    }

    private Lines port(PortInfoRecord record) {
        Lines lines = new Lines("PortInfoRecord dump:", COLUMN)
                .title("\tRID")
                .add("EndPortLid", record.endportLid())
                .add("PortNum", record.portNum())
                .hex("Options", record.options())
                .title("\tPortInfo dump:");
        for (String line : DottedText.of(record.portInfo(), keys ? Set.of() : Set.of("mKey"))) {
            if (!line.matches("LinkSpeedExt\\w*2:.*")) {
                lines.title(line.startsWith("\t") ? line : INDENT + zero(line));
            }
        }
        return lines;
    }

    /** Returns a line with the words of saquery for some zero values, which differ from those of smpquery. */
    private static String zero(String line) {
        int colon = line.indexOf(':');
        String value = line.substring(colon + 1).replaceFirst("^\\.+", "");
        if (!value.equals("0") && !value.equals("No change")) {
            return line;
        }
        String word = switch (line.substring(0, colon)) {
            case "LinkSpeedSupported", "LinkSpeedEnabled", "LinkWidthSupported" -> "undefined (0) (IBA extension)";
            case "LinkWidthEnabled" -> "undefined (0)";
            case "VLCap" -> "?(0)";
            default -> value;
        };
        return line.substring(0, line.length() - value.length()) + word;
    }

    /** Returns the summary of the port of a subnet manager. */
    public static List<String> managerPort(PortInfoRecord record) {
        return new Lines("PortInfoRecord dump:", COLUMN)
                .add("EndPortLid", record.endportLid())
                .add("PortNum", record.portNum())
                .add("base_lid", record.portInfo().lid())
                .add("master_sm_base_lid", record.portInfo().masterSmLid())
                .capitals("capability_mask", record.portInfo().capabilityMaskBits())
                .lines();
    }

    private static Lines path(PathRecord record) {
        return new Lines("PathRecord dump:", COLUMN)
                .add("service_id", "0x%016x".formatted(record.serviceId()))
                .add("dgid", record.dgid())
                .add("sgid", record.sgid())
                .add("dlid", record.dlid())
                .add("slid", record.slid())
                .capitals(
                        "hop_flow_raw",
                        (long) record.rawTraffic() << 31 | (long) record.flowLabel() << 8 | record.hopLimit())
                .capitals("tclass", record.trafficClass())
                .capitals("num_path_revers", record.reversible() << 7 | record.numbPath())
                .capitals("pkey", record.pKey())
                .capitals("qos_class", record.qosClass())
                .capitals("sl", record.sl())
                .compared("mtu", record.mtuSelectorBits(), record.mtuBits())
                .compared("rate", record.rateSelectorBits(), record.rateBits())
                .compared("pkt_life", record.packetLifeTimeSelectorBits(), record.packetLifeTime())
                .capitals("preference", record.preference())
                .add("resv2", "0x000000000000");
    }

    private static Lines member(McMemberRecord record) {
        return new Lines("MCMember Record dump:", COLUMN)
                .add("MGID", record.mgid())
                .add("PortGid", record.portGid())
                .hex("qkey", record.qKey())
                .hex("mlid", record.mlid().bits())
                .compared("mtu", record.mtuSelectorBits(), record.mtuBits())
                .hex("TClass", record.trafficClass())
                .hex("pkey", record.pKey())
                .compared("rate", record.rateSelectorBits(), record.rateBits())
                .compared("pkt_life", record.packetLifeTimeSelectorBits(), record.packetLifeTime())
                .hex("SL", record.sl())
                .hex("FlowLabel", record.flowLabel())
                .hex("HopLimit", record.hopLimit())
                .hex("Scope", record.scope())
                .hex("JoinState", record.joinStateBits())
                .hex("ProxyJoin", record.proxyJoin());
    }

    /** Returns a multicast group without its members. */
    public static List<String> group(McMemberRecord record) {
        return new Lines("MCMemberRecord group dump:", COLUMN)
                .add("MGID", record.mgid())
                .capitals("Mlid", record.mlid().bits())
                .compared("Mtu", record.mtuSelectorBits(), record.mtuBits())
                .capitals("pkey", record.pKey())
                .compared("Rate", record.rateSelectorBits(), record.rateBits())
                .capitals("SL", record.sl())
                .lines();
    }

    /**
     * Returns a member of a multicast group.
     *
     * @param brief whether to show only the port and the node
     */
    public static List<String> groupMember(McMemberRecord record, String name, boolean brief) {
        String shown = Names.printable(name);
        if (brief) {
            return new Lines("", COLUMN)
                    .add("PortGid", record.portGid() + " (" + shown + ")")
                    .lines();
        }
        return new Lines("MCMemberRecord member dump:", COLUMN)
                .add("MGID", record.mgid())
                .capitals("Mlid", record.mlid().bits())
                .add("PortGid", record.portGid())
                .capitals("ScopeState", record.scope() << 4 | record.joinStateBits())
                .hex("ProxyJoin", record.proxyJoin())
                .add("NodeDescription", shown)
                .lines();
    }

    private Lines service(ServiceRecord record) {
        Lines lines = new Lines("ServiceRecord dump:", COLUMN)
                .add("ServiceID", "0x%016x".formatted(record.serviceId()))
                .add("ServiceGID", record.serviceGid())
                .capitals("ServiceP_Key", record.servicePKey())
                .capitals("ServiceLease", record.serviceLease())
                .add("ServiceKey", keys ? "0x" + HexFormat.of().formatHex(record.serviceKey()) : HIDDEN)
                .add("ServiceName", Names.printable(record.serviceName()));
        byte[] bytes = record.serviceData8();
        for (int i = 0; i < bytes.length; i++) {
            lines.capitals("ServiceData8." + (i + 1), Byte.toUnsignedInt(bytes[i]));
        }
        for (int i = 0; i < 8; i++) {
            lines.capitals("ServiceData16." + (i + 1), record.serviceData16(i));
        }
        for (int i = 0; i < 4; i++) {
            lines.capitals("ServiceData32." + (i + 1), record.serviceData32(i));
        }
        for (int i = 0; i < 2; i++) {
            lines.add("ServiceData64." + (i + 1), "0x%016x".formatted(record.serviceData64(i)));
        }
        return lines;
    }

    private Lines subscription(InformInfoRecord record) {
        var info = record.informInfo();
        return new Lines("InformInfoRecord dump:", COLUMN)
                .title(INDENT + "RID")
                .add("SubscriberGID", record.subscriberGid())
                .capitals("SubscriberEnum", record.enumeration())
                .title(INDENT + "InformInfo dump:")
                .add("gid", info.gid())
                .add("lid_range_begin", info.lidRangeBegin())
                .add("lid_range_end", info.lidRangeEnd())
                .capitals("is_generic", info.isGeneric())
                .capitals("subscribe", info.subscribe())
                .capitals("trap_type", info.type())
                .add("trap_num", info.trapNumber())
                .add("qpn", keys ? "0x%06X".formatted(info.qpn()) : HIDDEN)
                .capitals("resp_time_val", info.respTimeValue())
                .add("node_type", "0x%06X".formatted(info.producerType()));
    }

    private static Lines switchInfo(SwitchInfoRecord record) {
        var info = record.switchInfo();
        return new Lines("SwitchInfoRecord dump:", SWITCH_COLUMN)
                .title(INDENT + "RID")
                .add("LID", record.lid())
                .title(INDENT + "SwitchInfo dump:")
                .capitals("LinearFDBCap", info.linearFdbCap())
                .capitals("RandomFDBCap", info.randomFdbCap())
                .capitals("MulticastFDBCap", info.multicastFdbCap())
                .capitals("LinearFDBTop", info.linearFdbTop())
                .add("DefaultPort", info.defaultPort())
                .add("DefaultMulticastPrimaryPort", info.defaultMulticastPrimaryPort())
                .add("DefaultMulticastNotPrimaryPort", info.defaultMulticastNotPrimaryPort())
                .capitals(
                        "LifeTimeValue/PortStateChange/OpSL2VL",
                        info.lifeTimeValue() << 3 | info.portStateChange() << 2 | info.optimizedSlToVlMapping())
                .capitals("LIDsPerPort", info.lidsPerPort())
                .capitals("PartitionEnforcementCap", info.partitionEnforcementCap())
                .capitals(
                        "flags",
                        info.inboundEnforcementCap() << 7
                                | info.outboundEnforcementCap() << 6
                                | info.filterRawInboundCap() << 5
                                | info.filterRawOutboundCap() << 4
                                | info.enhancedPort0() << 3)
                .capitals("MulticastFDBTop", info.multicastFdbTop());
    }

    private Lines manager(SmInfoRecord record) {
        var info = record.smInfo();
        return new Lines("SMInfoRecord dump:", MANAGER_COLUMN)
                .title(INDENT + "RID")
                .add("LID", record.lid())
                .title(INDENT + "SMInfo dump:")
                .add("GUID", info.guid().toHex())
                .add("SM_Key", keys || info.smKey() == 0 ? "0x%016x".formatted(info.smKey()) : HIDDEN)
                .add("ActCount", info.activityCount())
                .add("Priority", info.priority())
                .add("SMState", info.stateBits());
    }

    private static Lines classPortInfo(ClassPortInfo info) {
        return new Lines("SA ClassPortInfo:", CLASS_COLUMN)
                .add("Base version", info.baseVersion())
                .add("Class version", info.classVersion())
                .add("Capability mask", "0x%04X".formatted(info.capabilityMask()))
                .add("Capability mask 2", "0x%08X".formatted(info.capabilityMask2()))
                .add("Response time value", "0x%02X".formatted(info.respTimeValue()))
                .add("Redirect GID", info.redirectGid())
                .add(
                        "Redirect TC/SL/FL",
                        words(info.redirectTrafficClass(), info.redirectSl(), info.redirectFlowLabel()))
                .add("Redirect LID", info.redirectLid())
                .add("Redirect PKey", "0x%04X".formatted(info.redirectPKey()))
                .add("Redirect QP", "0x%08X".formatted(info.redirectQp()))
                .add("Redirect QKey", "0x%08X".formatted(info.redirectQKey()))
                .add("Trap GID", info.trapGid())
                .add("Trap TC/SL/FL", words(info.trapTrafficClass(), info.trapSl(), info.trapFlowLabel()))
                .add("Trap LID", info.trapLid())
                .add("Trap PKey", "0x%04X".formatted(info.trapPKey()))
                .add("Trap HL/QP", "0x%08X".formatted((long) info.trapHopLimit() << 24 | info.trapQp()))
                .add("Trap QKey", "0x%08X".formatted(info.trapQKey()));
    }

    private static String words(int trafficClass, int serviceLevel, int flowLabel) {
        return "0x%08X".formatted((long) trafficClass << 24 | (long) serviceLevel << 20 | flowLabel);
    }

    /** Returns the names of adapters by LID. */
    public static List<String> list(List<NodeRecord> nodes, Function<NodeRecord, String> names) {
        List<String> lines = new ArrayList<>(List.of("   LID \"name\"", "================"));
        nodes.forEach(
                node -> lines.add("%6d  \"%s\"".formatted(node.lid().bits(), Names.printable(names.apply(node)))));
        return lines;
    }

    private static Lines link(LinkRecord record) {
        return Lines.table("LinkRecord dump:")
                .add("FromLID", record.fromLid())
                .add("FromPort", record.fromPort())
                .add("ToPort", record.toPort())
                .add("ToLID", record.toLid());
    }

    private static Lines table(LinearForwardingTableRecord record) {
        Lines lines = Lines.table("LFT Record dump:")
                .add("LID", record.lid())
                .add("Block", record.blockNum())
                .title(INDENT + "LFT:")
                .title(INDENT + "LID\tPort Number");
        for (int at = 0; at < PORTS; at++) {
            int lid = record.blockNum() * PORTS + at;
            lines.title(INDENT + lid + "\t" + record.linearForwardingTable().port(at));
        }
        return lines.title("");
    }

    private static Lines table(MulticastForwardingTableRecord record) {
        Lines lines = Lines.table("MFT Record dump:")
                .add("LID", record.lid())
                .add("Position", record.position())
                .add("Block", record.blockNum())
                .title(INDENT + "MFT:")
                .title(INDENT + "MLID\tPort Mask");
        for (int at = 0; at < ENTRIES; at++) {
            int mlid = FIRST_MLID + record.blockNum() * ENTRIES + at;
            int mask = record.multicastForwardingTable().portMask(at);
            lines.title(INDENT + "0x%04x\t0x%04x".formatted(mlid, mask));
        }
        return lines.title("");
    }

    private static Lines table(SlToVlMappingTableRecord record) {
        return Lines.table("SL2VLTableRecord dump:")
                .add("LID", record.lid())
                .add("InPort", record.inputPortNum())
                .add("OutPort", record.outputPortNum())
                .title(INDENT + "SL:" + row(sl -> sl))
                .title(INDENT + "VL:" + row(record.slToVlMappingTable()::vl));
    }

    private static Lines table(VlArbitrationTableRecord record) {
        var table = record.vlArbitrationTable();
        Lines lines = Lines.table("VLArbTableRecord dump:")
                .add("LID", record.lid())
                .add("Port", record.outputPortNum())
                .add("Block", record.blockNum());
        for (int first = 0; first < ENTRIES; first += ROW) {
            int from = first;
            lines.title(INDENT + "VL    :" + row(at -> table.entry(from + at).vl()))
                    .title(INDENT + "Weight:" + row(at -> table.entry(from + at).weight()));
        }
        return lines;
    }

    private static Lines table(PKeyTableRecord record) {
        Lines lines = Lines.table("PKeyTableRecord dump:")
                .add("LID", record.lid())
                .add("Port", record.portNum())
                .add("Block", record.blockNum())
                .title(INDENT + "PKey Table:");
        for (int first = 0; first < ENTRIES; first += P_KEYS_PER_ROW) {
            lines.title(INDENT
                    + IntStream.range(first, first + P_KEYS_PER_ROW)
                            .mapToObj(
                                    at -> "0x%04x".formatted(record.pKeyTable().pKey(at)))
                            .collect(Collectors.joining(" ")));
        }
        return lines.title("");
    }

    private static Lines table(GuidInfoRecord record) {
        Lines lines =
                Lines.table("GUIDInfo Record dump:").add("LID", record.lid()).add("Block", record.blockNum());
        for (int at = 0; at < GUIDS; at++) {
            lines.add("GUID " + at, record.guidInfo().guid(at).toHex());
        }
        return lines;
    }

    private static String row(IntUnaryOperator cell) {
        return IntStream.range(0, ROW)
                .mapToObj(at -> "%2d|".formatted(cell.applyAsInt(at)))
                .collect(Collectors.joining());
    }

    /** The lines of one record: labels that are padded with dots up to a column. */
    static final class Lines {
        private final List<String> lines = new ArrayList<>();
        private final int column;

        Lines(String title, int column) {
            this.column = column;
            if (!title.isEmpty()) {
                lines.add(title);
            }
        }

        static Lines table(String title) {
            return new Lines(title, TABLE_COLUMN);
        }

        Lines title(String line) {
            lines.add(line);
            return this;
        }

        Lines add(String label, Object value) {
            lines.add(INDENT + label + ".".repeat(Math.max(0, column - label.length())) + text(value));
            return this;
        }

        private static String text(Object value) {
            return value instanceof Gid gid && gid.equals(Gid.ZERO) ? "::" : value.toString();
        }

        Lines hex(String label, long value) {
            return add(label, "0x" + Long.toHexString(value));
        }

        Lines capitals(String label, long value) {
            return add(label, "0x%X".formatted(value));
        }

        Lines compared(String label, int selector, int value) {
            return capitals(label, selector << 6 | value);
        }

        List<String> lines() {
            return lines;
        }
    }
}
