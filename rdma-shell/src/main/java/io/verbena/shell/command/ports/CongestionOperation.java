package io.verbena.shell.command.ports;

import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The attributes of congestion control, by their names and abbreviations. */
enum CongestionOperation {
    CLASS_PORT_INFO("ClassPortInfo", "CP"),
    CONGESTION_INFO("CongestionInfo", "CI"),
    CONGESTION_KEY_INFO("CongestionKeyInfo", "CK"),
    CONGESTION_LOG("CongestionLog", "CL"),
    SWITCH_CONGESTION_SETTING("SwitchCongestionSetting", "SS"),
    SWITCH_PORT_CONGESTION_SETTING("SwitchPortCongestionSetting", "SP"),
    CA_CONGESTION_SETTING("CACongestionSetting", "CS"),
    CONGESTION_CONTROL_TABLE("CongestionControlTable", "CT"),
    TIMESTAMP("Timestamp", "TI");

    private final String title;
    private final String shortName;

    CongestionOperation(String title, String shortName) {
        this.title = title;
        this.shortName = shortName;
    }

    String title() {
        return title;
    }

    /** Converts and completes the names, regardless of case. */
    static final class Converter implements Iterable<String>, ITypeConverter<CongestionOperation> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(CongestionOperation.values())
                    .map(CongestionOperation::title)
                    .iterator();
        }

        @Override
        public CongestionOperation convert(String text) {
            return Stream.of(CongestionOperation.values())
                    .filter(operation ->
                            operation.title.equalsIgnoreCase(text) || operation.shortName.equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + text + "' is not an operation; expected one of " + String.join(", ", this)));
        }
    }
}
