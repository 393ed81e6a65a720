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
     * @param mad the transactor
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
}
