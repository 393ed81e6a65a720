package io.verbena.iba;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Saquery.Printed;
import io.verbena.iba.Saquery.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests equal those of saquery, and records of opensm are decoded like saquery does. */
class SaqueryTest {
    private static final Pattern OPTION = Pattern.compile("(--\\w+) (\\S+)");

    /** Options whose value saquery does not write unchanged. */
    private static final Map<String, String> WRITTEN_OTHERWISE = Map.of(
            "--flow_label", "saquery keeps only the lowest 8 of the 20 bits",
            "--proxy_join", "saquery writes the byte, of which only the topmost bit is ours");

    /** Records that were not read from opensm, with the reason. */
    private static final Map<String, String> NOT_ASKED_FOR = Map.of(
            "InformInfo", "is only written, by the one who subscribes",
            "MultiPathRecord", "is a question; this release of saquery cannot ask it",
            "TraceRecord", "is asked for by GetTraceTable, which opensm does not have",
            "RandomForwardingTableRecord", "opensm leaves the question without an answer",
            "ServiceAssociationRecord", "opensm leaves the question without an answer");

    static Set<String> records() {
        Set<String> records = new TreeSet<>();
        Reference.rows("sa/printed.tsv").forEach(row -> records.add(row[0]));
        return records;
    }

    @Test
    void everyRecordIsCompared() {
        Set<String> all = new TreeSet<>(records());
        all.addAll(NOT_ASKED_FOR.keySet());

        Set<String> known = new TreeSet<>();
        for (String name : Structures.names()) {
            if (layout(name).managementClasses().contains(ManagementClass.SUBNET_ADMINISTRATION)) {
                known.add(name);
            }
        }
        // Notice and other attributes that the class shares with others are not records.
        known.removeIf(name -> !name.endsWith("Record") && !all.contains(name));
        assertThat(all).isEqualTo(known);
    }

    @ParameterizedTest
    @MethodSource("records")
    void everyPrintedNameIsMapped(String record) {
        Set<String> printed = new TreeSet<>();
        for (Saquery call : Saquery.of(record)) {
            call.printed().forEach(one -> one.values().forEach(value -> printed.add(value.column())));
        }

        assertThat(printed).isEqualTo(mapping("sa/printed.tsv", record).keySet());
    }

    @ParameterizedTest
    @MethodSource("records")
    void readsTheRecordsThatSaqueryReads(String record) {
        Map<String, String> mapping = mapping("sa/printed.tsv", record);
        int compared = 0;
        for (Saquery call : Saquery.of(record)) {
            List<? extends Structure> ours = call.records(layout(record));
            assertThat(ours).as(call.command()).hasSameSizeAs(call.printed());
            for (int i = 0; i < ours.size(); i++) {
                for (Value value : call.printed().get(i).values()) {
                    String fields = Objects.requireNonNull(mapping.get(value.column()));
                    if (!fields.equals("-")) {
                        assertThat(ours(ours.get(i), fields.replace("[]", "[" + value.index() + "]"), value.text()))
                                .as("%s of %s", value.name(), call.command())
                                .isEqualTo(value.text());
                        compared++;
                    }
                }
            }
        }
        assertThat(compared).isGreaterThanOrEqualTo(mapping.size() - 1);
    }

    @Test
    void printsAPortInfoAsSaqueryDoes() {
        for (Saquery call : Saquery.of("PortInfoRecord")) {
            List<PortInfoRecord> ours = call.records(PortInfoRecord.LAYOUT);
            for (int i = 0; i < ours.size(); i++) {
                Printed printed = call.printed().get(i);
                List<String> theirs = printed.portInfo().stream()
                        .skip(1)
                        .filter(line -> !line.isEmpty())
                        .map(line -> line.replaceFirst("^\t\t(?!\t)", ""))
                        .toList();

                assertThat(theirs).hasSizeGreaterThan(50);
                assertThat(DottedText.of(ours.get(i).portInfo(), Set.of("mKey")))
                        .startsWith(theirs.toArray(String[]::new));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("records")
    void sendsTheRequestsOfSaquery(String record) {
        Layout<?> layout = layout(record);
        Map<String, String> mapping = mapping("sa/asked.tsv", record);
        Set<String> asked = new TreeSet<>();
        for (Saquery call : Saquery.of(record)) {
            Structure template = layout.create();
            long mask = 0;
            boolean otherwise = false;
            for (Map.Entry<String, String> argument : arguments(call.command()).entrySet()) {
                String fields = Objects.requireNonNull(mapping.get(argument.getKey()), argument.getKey());
                asked.add(argument.getKey());
                otherwise |= WRITTEN_OTHERWISE.containsKey(argument.getKey());
                mask |= layout.componentMask(fields.split("\\+", -1));
                write(template, fields, argument.getValue());
            }

            assertThat(Long.toHexString(call.request().componentMask()))
                    .as("component mask of %s", call.command())
                    .isEqualTo(Long.toHexString(mask));
            if (!otherwise) {
                assertThat(layout.copy(layout.wrap(call.request().data(), 0)))
                        .as("template of %s", call.command())
                        .isEqualTo(template);
            }
        }
        assertThat(asked).isEqualTo(mapping.keySet());
    }

    // ---- values

    private static Layout<?> layout(String record) {
        return Structures.byName(record).orElseThrow();
    }

    private static Map<String, String> mapping(String file, String record) {
        Map<String, String> mapping = new TreeMap<>();
        for (String[] row : Reference.rows(file)) {
            if (row[0].equals(record)) {
                assertThat(row).hasSize(row[2].equals("-") ? 4 : 3);
                mapping.put(row[1], row[2]);
            }
        }
        return mapping;
    }

    /** Returns our value in the format of saquery: text unchanged, numbers with the same number of digits. */
    private static String ours(Structure structure, String fields, String theirs) {
        if (!theirs.matches("\\d+|0x[0-9A-Fa-f]+")) {
            FieldPath place = FieldPath.of(structure, fields);
            Object value = place.value();
            return value instanceof WireEnum constant
                    ? constant.text(place.bits().longValue())
                    : String.valueOf(value);
        }
        BigInteger all = BigInteger.ZERO;
        for (String part : fields.split("\\+", -1)) {
            if (part.matches("\\d+")) {
                all = all.shiftLeft(Integer.parseInt(part));
            } else {
                FieldPath place = FieldPath.of(structure, part);
                all = all.shiftLeft(place.width()).or(place.bits());
            }
        }
        return theirs.startsWith("0x") ? inDigitsOf(theirs, all) : all.toString();
    }

    private static String inDigitsOf(String theirs, BigInteger value) {
        String digits = value.toString(16);
        String padded = "0".repeat(Math.max(0, theirs.length() - 2 - digits.length())) + digits;
        return "0x" + (theirs.matches("0x.*[A-F].*") ? padded.toUpperCase(Locale.ROOT) : padded);
    }

    // ---- requests

    /** Returns the arguments by option, or by position. */
    private static Map<String, String> arguments(String command) {
        Map<String, String> arguments = new TreeMap<>();
        String rest = command.replaceFirst("^saquery ", "").replace("--smkey 1 -K ", "");
        Matcher option = OPTION.matcher(rest);
        while (option.find()) {
            arguments.put(option.group(1), option.group(2));
        }
        List<String> words = new ArrayList<>(
                List.of(option.replaceAll("").trim().replaceFirst("^\\w+ ?", "").split("[/ ]+", -1)));
        words.removeIf(String::isEmpty);
        for (int i = 0; i < words.size(); i++) {
            arguments.put(String.valueOf(i + 1), words.get(i));
        }
        return arguments;
    }

    private static void write(Structure template, String fields, String value) {
        String[] parts = fields.split("\\+", -1);
        Field only = template.layout().field(parts[0]);
        if (only.kind() == Field.Kind.GID) {
            Gid gid = Gid.parse(value);
            Accessors.set(
                    template, only, 0, unsigned(gid.prefix()).shiftLeft(64).or(unsigned(gid.interfaceId())));
            return;
        }
        BigInteger rest = value.startsWith("0x")
                ? new BigInteger(1, HexFormat.of().parseHex((value.length() % 2 == 0 ? "" : "0") + value.substring(2)))
                : new BigInteger(value);
        for (int i = parts.length - 1; i >= 0; i--) {
            Field field = template.layout().field(parts[i]);
            int width = field.width();
            Accessors.set(template, field, 0, rest.mod(BigInteger.ONE.shiftLeft(width)));
            rest = rest.shiftRight(width);
        }
    }

    private static BigInteger unsigned(long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }
}
