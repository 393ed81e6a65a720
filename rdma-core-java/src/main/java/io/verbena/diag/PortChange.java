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
 * What is to be changed of a port. Nothing happens before {@link #make}.
 *
 * @param verb what is done to its state; null for nothing
 * @param settings what is written
 */
public record PortChange(@Nullable PortVerb verb, Map<PortSetting, Long> settings) {
    private static final int FDR10 = 1;

    /**
     * Refuses values that no port takes.
     *
     * @throws IllegalArgumentException if a value is out of range; the message says the range
     */
    public PortChange {
        settings = settings.isEmpty() ? Map.of() : new EnumMap<>(settings);
        settings.forEach((setting, value) -> {
            if (setting.refuses(value)) {
                throw new IllegalArgumentException(name(setting) + ": " + Long.toUnsignedString(value)
                        + " is out of range; give 0 to " + Long.toUnsignedString(setting.greatest()));
            }
        });
    }

    /** Whether nothing is to be changed. */
    public boolean isEmpty() {
        return verb == null && settings.isEmpty();
    }

    /** Whether it does no more than to enable a port that is not disabled. */
    public boolean isNeedless(PortReading port) {
        return verb == PortVerb.ON
                && settings.isEmpty()
                && port.info().portPhysicalState() != PortPhysicalState.DISABLED;
    }

    /** The change in words, "disable, set speed to 1"; keys are not shown. */
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
     * Makes the change, and reads the port once more. This changes the fabric.
     *
     * @param port the port as it was read a moment ago
     * @throws RdmaException if the port does not take it, or it cannot be read afterwards, as when the way there was cut
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
            throw e.during("the change is made, but the port cannot be read any more");
        }
    }

    private void write(MadTransactor mad, PortReading port, PortPhysicalState physical, PortState logical) {
        PortInfo wanted = PortInfo.LAYOUT.copy(port.info());
        // What is as it is need not be said, and would be refused where the port says more than it takes.
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
            throw new RdmaException("fdr10: the device does not have this setting");
        }
        long value = settings.getOrDefault(PortSetting.FDR10, 0L);
        MlnxExtPortInfo wanted = MlnxExtPortInfo.LAYOUT.copy(vendor);
        mad.subnSet(wanted.stateChangeEnable(FDR10).linkSpeedEnabled((int) value), port.path(), port.port());
    }
}
