package io.verbena.diag;

import io.verbena.error.RdmaException;
import io.verbena.iba.MlnxExtPortInfo;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A change of a port, which takes effect when {@link #make} is called.
 *
 * @param verb the change of its state; null for none
 * @param settings the values to write
 */
public record PortChange(@Nullable PortVerb verb, Map<PortSetting, Long> settings) {
    private static final int FDR10 = 1;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is out of range; the message contains the range
     */
    public PortChange {
        settings = settings.isEmpty() ? Map.of() : new EnumMap<>(settings);
        settings.forEach((setting, value) -> {
            if (setting.refuses(value)) {
                throw new IllegalArgumentException(name(setting) + ": " + Long.toUnsignedString(value)
                        + " is out of range; expected 0 to " + Long.toUnsignedString(setting.greatest()));
            }
        });
    }

    /** Returns whether nothing is changed. */
    public boolean isEmpty() {
        return verb == null && settings.isEmpty();
    }

    /** Returns whether the change has no effect: it only enables a port that is not disabled. */
    public boolean isNeedless(PortReading port) {
        return verb == PortVerb.ON
                && settings.isEmpty()
                && port.info().portPhysicalState() != PortPhysicalState.DISABLED;
    }

    /** Returns a description such as "disable, set speed to 1", without the values of keys. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        settings.forEach((setting, value) -> text.add("set " + name(setting) + " to "
                + (setting == PortSetting.MKEY ? "another" : Long.toUnsignedString(value))));
        if (verb != null) {
            text.add(verb.name().toLowerCase(Locale.ROOT));
        }
        return text.toString();
    }

    private static String name(PortSetting setting) {
        return setting.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Changes the port, and reads it again.
     *
     * @param port the port as it was just read
     * @throws RdmaException if the port rejects the change, or cannot be read afterwards, for example because the
     *     change cut the route to it
     */
    public PortReading make(MadTransactor mad, PortReading port) {
        if (settings.containsKey(PortSetting.FDR10)) {
            writeFdr10(mad, port);
        }
        boolean portInfo = verb != null || settings.keySet().stream().anyMatch(setting -> setting != PortSetting.FDR10);
        if (portInfo) {
            if (verb == PortVerb.RESET) {
                write(mad, port, PortPhysicalState.DISABLED, PortState.NO_CHANGE);
            }
            write(mad, port, physicalState(), logicalState());
        }
        try {
            return PortReading.read(mad, port.path(), port.port());
        } catch (RdmaException e) {
            throw e.during("the port was changed, but can no longer be read");
        }
    }

    private void write(MadTransactor mad, PortReading port, PortPhysicalState physical, PortState logical) {
        PortInfo wanted = PortInfo.LAYOUT.copy(port.info());
        // Unchanged values are not written; a port that reports more than it accepts would reject them.
        wanted.portPhysicalState(physical).portState(logical).clientReregister(0);
        settings.forEach((setting, value) -> setting.write(wanted, value));
        boolean extended = settings.containsKey(PortSetting.ESPEED) && port.extendedSpeeds();
        mad.subnSet(wanted, port.path(), extended ? port.modifier() : port.port());
    }

    private PortPhysicalState physicalState() {
        return verb == PortVerb.ENABLE || verb == PortVerb.ON || verb == PortVerb.RESET
                ? PortPhysicalState.POLLING
                : verb == PortVerb.DISABLE ? PortPhysicalState.DISABLED : PortPhysicalState.NO_CHANGE;
    }

    private PortState logicalState() {
        return verb == PortVerb.DOWN
                ? PortState.DOWN
                : verb == PortVerb.ARM
                        ? PortState.ARMED
                        : verb == PortVerb.ACTIVE ? PortState.ACTIVE : PortState.NO_CHANGE;
    }

    private void writeFdr10(MadTransactor mad, PortReading port) {
        MlnxExtPortInfo vendor = port.vendor();
        if (vendor == null) {
            throw new RdmaException("fdr10: the device does not support this setting");
        }
        long value = settings.getOrDefault(PortSetting.FDR10, 0L);
        MlnxExtPortInfo wanted = MlnxExtPortInfo.LAYOUT.copy(vendor);
        mad.subnSet(wanted.stateChangeEnable(FDR10).linkSpeedEnabled((int) value), port.path(), port.port());
    }

    /** The changes of the state of a port, by their names in ibportstate. */
    public enum PortVerb {
        /** Enables the port. */
        ENABLE,
        /** Enables the port if it is disabled. */
        ON,
        /** Disables the port. */
        DISABLE,
        /** Disables the port and enables it again. */
        RESET,
        /** Takes the link down; it comes back without further requests. */
        DOWN,
        /** Changes the state from Initialize to Armed. */
        ARM,
        /** Changes the state from Armed to Active. */
        ACTIVE
    }

    /** The writable settings of a port, by their names in ibportstate. */
    public enum PortSetting {
        /** The enabled speeds among the first three, one bit each; 15 for all supported speeds. */
        SPEED(15),
        /** The enabled extended speeds, one bit each; 30 for none, 31 for all supported speeds. */
        ESPEED(31),
        /** Whether FDR10 is enabled, 1 or 0; a setting of Mellanox devices. */
        FDR10(1),
        /** The enabled widths, one bit each; 255 for all supported widths. */
        WIDTH(255),
        /** The code of the number of virtual lanes: 1 for VL0, 2 for VL0-1, to 5 for VL0-14. */
        VLS(5),
        /** The code of the MTU: 1 for 256, to 5 for 4096 bytes. */
        MTU(5),
        /** The LID. */
        LID(0xbfff),
        /** The LID of the subnet manager. */
        SMLID(0xbfff),
        /** The number of low bits of the LID that are masked. */
        LMC(7),
        /** The M_Key that protects the port. */
        MKEY(-1),
        /** The lease period of the M_Key in seconds; 0 means that it does not expire. */
        MKEYLEASE(0xffff),
        /** The protection level of the M_Key. */
        MKEYPROT(3);

        private final long greatest;

        PortSetting(long greatest) {
            this.greatest = greatest;
        }

        /** Returns the maximum value; all bits set for a 64-bit value. */
        public long greatest() {
            return greatest;
        }

        boolean refuses(long value) {
            return Long.compareUnsigned(value, greatest) > 0;
        }

        void write(PortInfo info, long value) {
            switch (this) {
                case SPEED -> info.linkSpeedEnabledBits((int) value);
                case ESPEED -> info.linkSpeedExtEnabledBits((int) value);
                case WIDTH -> info.linkWidthEnabledBits((int) value);
                case VLS -> info.operationalVlsBits((int) value);
                case MTU -> info.neighborMtuBits((int) value);
                case LID -> info.lidBits((int) value);
                case SMLID -> info.masterSmLidBits((int) value);
                case LMC -> info.lmc((int) value);
                case MKEY -> info.mKey(value);
                case MKEYLEASE -> info.mKeyLeasePeriod((int) value);
                case MKEYPROT -> info.mKeyProtectBits((int) value);
                case FDR10 -> {
                    // This setting is part of a vendor-specific attribute.
                }
            }
        }
    }
}
