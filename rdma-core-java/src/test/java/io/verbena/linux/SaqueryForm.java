package io.verbena.linux;

import io.verbena.iba.DottedText;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
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
import io.verbena.iba.SwitchInfoRecord;
import io.verbena.iba.VlArbitrationTableRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.IntFunction;

/** Our records under the labels and in the figures of {@code saquery}. */
final class SaqueryForm {
    private SaqueryForm() {}

    static Map<String, String> of(NodeRecord record) {
        var info = record.nodeInfo();
        return fields(
                "lid", record.lid(),
                "reserved", "0x0",
                "base_version", hex(info.baseVersion()),
                "class_version", hex(info.classVersion()),
                "node_type", info.nodeType().text(),
                "num_ports", info.numPorts(),
                "sys_guid", info.systemImageGuid().toHex(),
                "node_guid", info.nodeGuid().toHex(),
                "port_guid", info.portGuid().toHex(),
                "partition_cap", hex(info.partitionCap()),
                "device_id", "0x%X".formatted(info.deviceId()),
                "revision", "0x%X".formatted(info.revision()),
                "port_num", info.localPortNum(),
                "vendor_id", "0x%X".formatted(info.vendorId()),
                "NodeDescription", record.nodeDescription().nodeString());
    }

    /** saquery has no second extended speeds, and other words for what is zero than smpquery. */
    static Map<String, String> of(PortInfoRecord record) {
        Map<String, String> fields = fields(
                "EndPortLid",
                record.endportLid(),
                "PortNum",
                record.portNum(),
                "Options",
                "0x0",
                "rest",
                "RID PortInfo dump:");
        for (String line : DottedText.of(record.portInfo(), Set.of("mKey"))) {
            if (!line.startsWith("\t")) {
                int colon = line.indexOf(':');
                String label = line.substring(0, colon);
                String value = line.substring(colon + 1).replaceFirst("^\\.+", "");
                fields.put(label, value.equals("0") || value.equals("No change") ? zero(label, value) : value);
            }
        }
        fields.keySet().removeIf(label -> label.matches("LinkSpeedExt.*2"));
        return fields;
    }

    private static String zero(String label, String value) {
        return switch (label) {
            case "LinkSpeedSupported", "LinkSpeedEnabled", "LinkWidthSupported" -> "undefined (0) (IBA extension)";
            case "LinkWidthEnabled" -> "undefined (0)";
            case "VLCap" -> "?(0)";
            default -> value;
        };
    }

    static Map<String, String> of(LinkRecord record) {
        return fields(
                "FromLID", record.fromLid(),
                "FromPort", record.fromPort(),
                "ToPort", record.toPort(),
                "ToLID", record.toLid());
    }

    static Map<String, String> of(SwitchInfoRecord record) {
        var info = record.switchInfo();
        return fields(
                "rest", "RID SwitchInfo dump:",
                "LID", record.lid(),
                "LinearFDBCap", hex(info.linearFdbCap()),
                "RandomFDBCap", hex(info.randomFdbCap()),
                "MulticastFDBCap", hex(info.multicastFdbCap()),
                "LinearFDBTop", hex(info.linearFdbTop()),
                "DefaultPort", info.defaultPort(),
                "DefaultMulticastPrimaryPort", info.defaultMulticastPrimaryPort(),
                "DefaultMulticastNotPrimaryPort", info.defaultMulticastNotPrimaryPort(),
                "LifeTimeValue/PortStateChange/OpSL2VL",
                        hex(info.lifeTimeValue() << 3 | info.portStateChange() << 2 | info.optimizedSlToVlMapping()),
                "LIDsPerPort", hex(info.lidsPerPort()),
                "PartitionEnforcementCap", hex(info.partitionEnforcementCap()),
                "flags",
                        hex(info.inboundEnforcementCap() << 7
                                | info.outboundEnforcementCap() << 6
                                | info.filterRawInboundCap() << 5
                                | info.filterRawOutboundCap() << 4
                                | info.enhancedPort0() << 3),
                "MulticastFDBTop", hex(info.multicastFdbTop()));
    }

    static Map<String, String> of(LinearForwardingTableRecord record) {
        int first = record.blockNum() * 64;
        return fields(
                "LID", record.lid(),
                "Block", record.blockNum(),
                "rest",
                        "LFT: LID Port Number "
                                + row(
                                        64,
                                        at -> first + at + " "
                                                + record.linearForwardingTable().port(at)));
    }

    static Map<String, String> of(MulticastForwardingTableRecord record) {
        int first = 0xc000 + record.blockNum() * 32;
        return fields(
                "LID", record.lid(),
                "Position", record.position(),
                "Block", record.blockNum(),
                "rest",
                        "MFT: MLID Port Mask "
                                + row(
                                        32,
                                        at -> "0x%04x 0x%04x"
                                                .formatted(
                                                        first + at,
                                                        record.multicastForwardingTable()
                                                                .portMask(at))));
    }

    static Map<String, String> of(GuidInfoRecord record) {
        Map<String, String> fields = fields("LID", record.lid(), "Block", record.blockNum());
        for (int i = 0; i < 8; i++) {
            fields.put("GUID " + i, record.guidInfo().guid(i).toHex());
        }
        return fields;
    }

    static Map<String, String> of(SlToVlMappingTableRecord record) {
        return fields(
                "LID", record.lid(),
                "InPort", record.inputPortNum(),
                "OutPort", record.outputPortNum(),
                "rest",
                        "SL: " + row(16, String::valueOf) + " VL: "
                                + row(16, sl -> "" + record.slToVlMappingTable().vl(sl)));
    }

    static Map<String, String> of(VlArbitrationTableRecord record) {
        var table = record.vlArbitrationTable();
        StringJoiner rest = new StringJoiner(" ");
        for (int half = 0; half < 32; half += 16) {
            int from = half;
            rest.add("VL : " + row(16, at -> "" + table.entry(from + at).vl()));
            rest.add("Weight: " + row(16, at -> "" + table.entry(from + at).weight()));
        }
        return fields("LID", record.lid(), "Port", record.outputPortNum(), "Block", record.blockNum(), "rest", rest);
    }

    /** opensm and saquery leave the number of the block in the order of bytes of their machine, which is little-endian. */
    static Map<String, String> of(PKeyTableRecord record) {
        return fields(
                "LID", record.lid(),
                "Port", record.portNum(),
                "Block", Short.toUnsignedInt(Short.reverseBytes((short) record.blockNum())),
                "rest",
                        "PKey Table: "
                                + row(
                                        32,
                                        at -> "0x%04x"
                                                .formatted(record.pKeyTable().pKey(at))));
    }

    static Map<String, String> of(SmInfoRecord record) {
        var info = record.smInfo();
        return fields(
                "rest", "RID SMInfo dump:",
                "LID", record.lid(),
                "GUID", info.guid().toHex(),
                "SM_Key", Guid.of(info.smKey()).toHex(),
                "Priority", info.priority(),
                "SMState", info.stateBits());
    }

    static Map<String, String> of(PathRecord record) {
        return fields(
                "service_id", Guid.of(record.serviceId()).toHex(),
                "dgid", record.dgid(),
                "sgid", record.sgid(),
                "dlid", record.dlid(),
                "slid", record.slid(),
                "hop_flow_raw",
                        "0x%X".formatted(record.rawTraffic() << 31 | record.flowLabel() << 8 | record.hopLimit()),
                "tclass", "0x%X".formatted(record.trafficClass()),
                "num_path_revers", "0x%X".formatted(record.reversible() << 7 | record.numbPath()),
                "pkey", "0x%X".formatted(record.pKey()),
                "qos_class", "0x%X".formatted(record.qosClass()),
                "sl", "0x%X".formatted(record.sl()),
                "mtu", selected(record.mtuSelectorBits(), record.mtuBits()),
                "rate", selected(record.rateSelectorBits(), record.rateBits()),
                "pkt_life", selected(record.packetLifeTimeSelectorBits(), record.packetLifeTime()),
                "preference", "0x%X".formatted(record.preference()),
                "resv2", "0x000000000000");
    }

    static Map<String, String> of(McMemberRecord record) {
        return fields(
                "MGID", record.mgid(),
                "PortGid", record.portGid().equals(Gid.ZERO) ? "::" : record.portGid(),
                "qkey", hex(record.qKey()),
                "mlid", hex(record.mlid().bits()),
                "mtu", selected(record.mtuSelectorBits(), record.mtuBits()),
                "TClass", hex(record.trafficClass()),
                "pkey", hex(record.pKey()),
                "rate", selected(record.rateSelectorBits(), record.rateBits()),
                "pkt_life", selected(record.packetLifeTimeSelectorBits(), record.packetLifeTime()),
                "SL", hex(record.sl()),
                "FlowLabel", hex(record.flowLabel()),
                "HopLimit", hex(record.hopLimit()),
                "Scope", hex(record.scope()),
                "JoinState", hex(record.joinStateBits()),
                "ProxyJoin", hex(record.proxyJoin()));
    }

    /** The lease counts down while both ask. */
    static Map<String, String> of(ServiceRecord record) {
        return fields(
                "ServiceID", Guid.of(record.serviceId()).toHex(),
                "ServiceGID", record.serviceGid(),
                "ServiceP_Key", hex(record.servicePKey()),
                "ServiceName", record.serviceName());
    }

    static Map<String, String> of(InformInfoRecord record) {
        var info = record.informInfo();
        return fields(
                "SubscriberGID", record.subscriberGid(),
                "SubscriberEnum", hex(record.enumeration()),
                "gid", info.gid(),
                "lid_range_begin", info.lidRangeBegin(),
                "lid_range_end", info.lidRangeEnd(),
                "is_generic", hex(info.isGeneric()),
                "trap_type", hex(info.type()),
                "trap_num", info.trapNumber());
    }

    private static String selected(int selector, int value) {
        return "0x%X".formatted(selector << 6 | value);
    }

    private static String hex(long value) {
        return "0x%x".formatted(value);
    }

    private static String row(int count, IntFunction<String> element) {
        StringJoiner text = new StringJoiner(" ");
        for (int i = 0; i < count; i++) {
            text.add(element.apply(i));
        }
        return text.toString();
    }

    private static Map<String, String> fields(Object... labelsAndValues) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < labelsAndValues.length; i += 2) {
            fields.put(labelsAndValues[i].toString(), Saquery.figure(labelsAndValues[i + 1].toString()));
        }
        return fields;
    }
}
