package io.verbena.shell.command.administration;

import io.verbena.iba.ClassPortInfo;
import io.verbena.iba.Field;
import io.verbena.iba.GuidInfoRecord;
import io.verbena.iba.InformInfoRecord;
import io.verbena.iba.Layout;
import io.verbena.iba.LinearForwardingTableRecord;
import io.verbena.iba.LinkRecord;
import io.verbena.iba.McMemberRecord;
import io.verbena.iba.MulticastForwardingTableRecord;
import io.verbena.iba.NodeRecord;
import io.verbena.iba.PKeyTableRecord;
import io.verbena.iba.PathRecord;
import io.verbena.iba.PortInfoRecord;
import io.verbena.iba.RandomForwardingTableRecord;
import io.verbena.iba.ServiceAssociationRecord;
import io.verbena.iba.ServiceRecord;
import io.verbena.iba.SlToVlMappingTableRecord;
import io.verbena.iba.SmInfoRecord;
import io.verbena.iba.Structure;
import io.verbena.iba.SwitchInfoRecord;
import io.verbena.iba.VlArbitrationTableRecord;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The record types that saquery supports, with their two names and the fields of their arguments. */
enum RecordKind {
    CLASS_PORT_INFO("ClassPortInfo", "CPI", "", ClassPortInfo.LAYOUT),
    NODE("NodeRecord", "NR", "lid", NodeRecord.LAYOUT),
    PORT_INFO("PortInfoRecord", "PIR", "endportLid/portNum/options", PortInfoRecord.LAYOUT),
    SL_TO_VL("SL2VLTableRecord", "SL2VL", "lid/inputPortNum/outputPortNum", SlToVlMappingTableRecord.LAYOUT),
    P_KEY_TABLE("PKeyTableRecord", "PKTR", "lid/portNum/blockNum", PKeyTableRecord.LAYOUT),
    VL_ARBITRATION("VLArbitrationTableRecord", "VLAR", "lid/outputPortNum/blockNum", VlArbitrationTableRecord.LAYOUT),
    INFORM_INFO("InformInfoRecord", "IIR", "subscriberGid", InformInfoRecord.LAYOUT),
    LINK("LinkRecord", "LR", "fromLid/fromPort toLid/toPort", LinkRecord.LAYOUT),
    SERVICE("ServiceRecord", "SR", "serviceId", ServiceRecord.LAYOUT),
    PATH("PathRecord", "PR", "dlid", PathRecord.LAYOUT),
    MULTICAST_MEMBER("MCMemberRecord", "MCMR", "mlid", McMemberRecord.LAYOUT),
    LINEAR_TABLE("LFTRecord", "LFTR", "lid/blockNum", LinearForwardingTableRecord.LAYOUT),
    RANDOM_TABLE("RFTRecord", "RFTR", "lid/blockNum", RandomForwardingTableRecord.LAYOUT),
    MULTICAST_TABLE("MFTRecord", "MFTR", "lid/position/blockNum", MulticastForwardingTableRecord.LAYOUT),
    GUID_INFO("GUIDInfoRecord", "GIR", "lid/blockNum", GuidInfoRecord.LAYOUT),
    SWITCH_INFO("SwitchInfoRecord", "SWIR", "lid", SwitchInfoRecord.LAYOUT),
    SM_INFO("SMInfoRecord", "SMIR", "lid", SmInfoRecord.LAYOUT),
    SERVICE_ASSOCIATION("ServiceAssociationRecord", "SAR", "serviceName", ServiceAssociationRecord.LAYOUT);

    final String longName;
    final String shortName;
    /** The fields of each argument, separated by slashes; arguments are separated by blanks. */
    private final String arguments;

    @SuppressWarnings("ImmutableEnumChecker") // a layout does not change
    final Layout<? extends Structure> layout;

    RecordKind(String longName, String shortName, String arguments, Layout<? extends Structure> layout) {
        this.longName = longName;
        this.shortName = shortName;
        this.arguments = arguments;
        this.layout = layout;
    }

    /** Returns the kind with this name, regardless of case, or with this record name; null if there is none. */
    static @Nullable RecordKind of(String name) {
        return Stream.of(values())
                .filter(kind -> Stream.of(kind.longName, kind.shortName, kind.layout.name())
                        .anyMatch(name::equalsIgnoreCase))
                .findFirst()
                .orElse(null);
    }

    boolean has(String fieldName) {
        return layout.fields().stream().map(Field::name).anyMatch(fieldName::equals);
    }

    /** Returns the syntax of the arguments, such as {@code [fromLid/fromPort] [toLid/toPort]}. */
    String usage() {
        return arguments().map(each -> "[" + each + "]").collect(Collectors.joining(" "));
    }

    int arity() {
        return (int) arguments().count();
    }

    List<String> fields(int argument) {
        return List.of(arguments().skip(argument).findFirst().orElseThrow().split("/", -1));
    }

    private Stream<String> arguments() {
        return arguments.isEmpty() ? Stream.empty() : Stream.of(arguments.split(" ", -1));
    }
}
