package io.verbena.rmpp;

import io.verbena.iba.DeviceManagementMad;
import io.verbena.iba.Layout;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppHeader;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.iba.VendorOuiMad;
import java.util.Optional;

/**
 * Where the data begins in the segments of a management class. Every segment repeats what stands before it.
 *
 * @param headerLength the length of MAD header, RMPP header and class header in bytes, 36 to 255
 */
public record RmppFormat(int headerLength) {
    /** What every segment has behind its RMPP header; payload lengths count these bytes, class header and all. */
    static final int PAYLOAD = RmppData.LENGTH - RmppHeader.LENGTH;

    /** Refuses a header that is no header, or leaves no room. */
    public RmppFormat {
        if (headerLength < RmppHeader.LENGTH || headerLength >= RmppData.LENGTH) {
            throw new IllegalArgumentException("a header of " + headerLength + " bytes makes no sense; give "
                    + RmppHeader.LENGTH + " to " + (RmppData.LENGTH - 1));
        }
    }

    /**
     * The format of a management class (IBA 13.4.4); empty for one that has no RMPP.
     *
     * @param managementClassCode the code on the wire, 0 to 255
     */
    public static Optional<RmppFormat> of(int managementClassCode) {
        return switch (managementClassCode) {
            case 0x03 -> Optional.of(upToData(SubnetAdministrationMad.LAYOUT));
            // Device management; device administration and boot information have the same format.
            case 0x06, 0x10, 0x12 -> Optional.of(upToData(DeviceManagementMad.LAYOUT));
            default ->
                managementClassCode >= 0x30 && managementClassCode <= 0x4f
                        ? Optional.of(upToData(VendorOuiMad.LAYOUT))
                        : Optional.empty();
        };
    }

    private static RmppFormat upToData(Layout<?> layout) {
        return new RmppFormat(layout.field("data").bit() / Byte.SIZE);
    }

    /** How many bytes of data a segment has. */
    public int dataLength() {
        return RmppData.LENGTH - headerLength;
    }

    /** How many bytes of class header are counted as payload in every segment. */
    int classHeaderLength() {
        return headerLength - RmppHeader.LENGTH;
    }
}
