package io.verbena.rmpp;

import io.verbena.iba.DeviceManagementMad;
import io.verbena.iba.Layout;
import io.verbena.iba.RmppData;
import io.verbena.iba.RmppHeader;
import io.verbena.iba.SubnetAdministrationMad;
import io.verbena.iba.VendorOuiMad;
import java.util.Optional;

/**
 * Segment format of a management class. Every segment repeats the headers.
 *
 * @param headerLength length of MAD header, RMPP header and class header in bytes, 36 to 255
 */
public record RmppFormat(int headerLength) {
    /** Bytes behind the RMPP header of a segment, which payload lengths count, including the class header. */
    static final int PAYLOAD = RmppData.LENGTH - RmppHeader.LENGTH;

    /**
     * Creates a format.
     *
     * @throws IllegalArgumentException if the length is out of range
     */
    public RmppFormat {
        if (headerLength < RmppHeader.LENGTH || headerLength >= RmppData.LENGTH) {
            throw new IllegalArgumentException("a header of " + headerLength + " bytes makes no sense; give "
                    + RmppHeader.LENGTH + " to " + (RmppData.LENGTH - 1));
        }
    }

    /**
     * Returns the format of a management class (IBA 13.4.4); empty for a class without RMPP.
     *
     * @param managementClassCode code of the class, 0 to 255
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

    /** Returns the bytes of data in a segment. */
    public int dataLength() {
        return RmppData.LENGTH - headerLength;
    }

    /** Returns the bytes of the class header, which count as payload in every segment. */
    int classHeaderLength() {
        return headerLength - RmppHeader.LENGTH;
    }
}
