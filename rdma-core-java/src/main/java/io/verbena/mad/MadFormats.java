package io.verbena.mad;

import io.verbena.iba.BaseboardMad;
import io.verbena.iba.CommunicationMad;
import io.verbena.iba.CongestionControlMad;
import io.verbena.iba.DeviceManagementMad;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Layout;
import io.verbena.iba.LidRoutedSmp;
import io.verbena.iba.MadHeader;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.PerformanceMad;
import io.verbena.iba.SnmpMad;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.iba.VendorMad;
import io.verbena.iba.VendorOuiMad;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which format the datagrams of a management class have. */
final class MadFormats {
    // Every request asks, and the search through the fields costs more than the request itself.
    private static final Map<Layout<?>, Integer> PAYLOAD_OFFSETS = new ConcurrentHashMap<>();

    private MadFormats() {}

    /** The format of a class, all 256 bytes; the header alone where the class is not known. */
    static Layout<?> of(int managementClass) {
        return switch (ManagementClass.of(managementClass)) {
            case SUBNET_DIRECTED_ROUTE -> DirectedRouteSmp.LAYOUT;
            case SUBNET_LID_ROUTED -> LidRoutedSmp.LAYOUT;
            case SUBNET_ADMINISTRATION -> SubnetAdministrationMad.LAYOUT;
            case PERFORMANCE -> PerformanceMad.LAYOUT;
            case BASEBOARD_MANAGEMENT -> BaseboardMad.LAYOUT;
            case DEVICE_MANAGEMENT -> DeviceManagementMad.LAYOUT;
            case COMMUNICATION_MANAGEMENT -> CommunicationMad.LAYOUT;
            case SNMP_TUNNELING -> SnmpMad.LAYOUT;
            case CONGESTION_CONTROL -> CongestionControlMad.LAYOUT;
            case UNKNOWN -> vendor(managementClass);
        };
    }

    /** Where the attribute begins in a datagram of this format. */
    static int payloadOffset(Layout<?> format) {
        return PAYLOAD_OFFSETS.computeIfAbsent(format, MadFormats::findPayload);
    }

    private static int findPayload(Layout<?> format) {
        return format.fields().stream()
                .filter(field -> field.name().equals("data"))
                .mapToInt(field -> field.bit() / Byte.SIZE)
                .findFirst()
                .orElse(MadHeader.LENGTH);
    }

    /** How many bytes the attribute has at most. */
    static int payloadLength(Layout<?> format) {
        return format.fields().stream()
                .filter(field -> field.name().equals("data"))
                .mapToInt(field -> field.count())
                .findFirst()
                .orElse(MadCodec.LENGTH - MadHeader.LENGTH);
    }

    static boolean isKnown(int managementClass) {
        return of(managementClass) != MadHeader.LAYOUT;
    }

    private static Layout<?> vendor(int code) {
        if (code >= 0x30 && code <= 0x4f) {
            return VendorOuiMad.LAYOUT;
        }
        return code >= 0x09 && code <= 0x0f ? VendorMad.LAYOUT : MadHeader.LAYOUT;
    }
}
