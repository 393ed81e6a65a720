package io.verbena.iba;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A run of the C program saquery, recorded by {@code testbed/oracles/sa/capture}: arguments, last request, last
 * response, and output.
 */
record Saquery(String command, SubnetAdministrationMad request, String answer, List<Printed> printed) {
    /** A value and its name; the rows of a table have an index in brackets. */
    record Value(String name, String text) {
        /** Returns the name without the index. */
        String column() {
            return name.replaceFirst("\\[\\d+]", "[]");
        }

        /** Returns the index, or 0. */
        int index() {
            Matcher index = INDEX.matcher(name);
            return index.find() ? Integer.parseInt(index.group(1)) : 0;
        }
    }

    /** A record: its values, and the lines of a PortInfo, which the C library prints. */
    record Printed(List<Value> values, List<String> portInfo) {}

    private static final Pattern INDEX = Pattern.compile("\\[(\\d+)]");
    private static final Pattern DOTS = Pattern.compile("\\t+(\\S.*?)\\.{2,}(.*)");
    private static final Pattern NUMBERED = Pattern.compile("(ServiceData\\d+\\.|GUID )(\\d+)");
    private static final Pattern ROW = Pattern.compile("\\t+(\\d+|0x[0-9a-f]+)\\t(\\d+|0x[0-9a-f]+)");
    private static final Pattern COLUMNS = Pattern.compile("\\t+(VL|Weight) *: *(.*)\\|");
    private static final Pattern KEYS = Pattern.compile("\\t+(0x[0-9a-f]{4}(?: 0x[0-9a-f]{4}){7})");

    /** Returns all recorded runs for a record. */
    static List<Saquery> of(String record) {
        List<Saquery> calls = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (String[] row : Reference.rows("sa/" + record + ".txt")) {
            String line = String.join("\t", row);
            if (line.startsWith("$") && !lines.isEmpty()) {
                calls.add(of(lines));
                lines.clear();
            }
            lines.add(line);
        }
        calls.add(of(lines));
        return calls;
    }

    /** Returns the records of the response, with its own record distance. */
    <T extends Structure> List<T> records(Layout<T> layout) {
        byte[] bytes = bytes(answer);
        SubnetAdministrationMad mad = SubnetAdministrationMad.LAYOUT.wrap(bytes, 0);
        int first = mad.layout().field("data").bit() / Byte.SIZE;
        int step = mad.attributeOffset() * Long.BYTES;
        if (mad.method() == MadMethod.GET_RESPONSE) {
            return List.of(layout.wrap(bytes, first));
        }
        List<T> records = new ArrayList<>();
        for (int at = first; step > 0 && at < first + dataLength(mad); at += step) {
            records.add(layout.wrap(bytes, at));
        }
        return records;
    }

    /** Returns the total length from the first segment, which counts 20 header bytes per segment (IBA 13.6.3.2). */
    private static int dataLength(SubnetAdministrationMad mad) {
        int data = mad.layout().field("data").count();
        int header = SubnetAdministrationMad.LENGTH - RmppHeader.LENGTH - data;
        int payload = (int) mad.rmppData2();
        return payload / (header + data) * data + Math.max(0, payload % (header + data) - header);
    }

    private static Saquery of(List<String> lines) {
        List<Printed> printed = new ArrayList<>();
        for (String line : lines) {
            if (line.matches("(\\w+ ?Record dump|SA ClassPortInfo):")) {
                printed.add(new Printed(new ArrayList<>(), new ArrayList<>()));
            } else if (!printed.isEmpty()) {
                read(line, printed.get(printed.size() - 1));
            }
        }
        SubnetAdministrationMad request = SubnetAdministrationMad.LAYOUT.wrap(bytes(last(lines, "> ")), 0);
        return new Saquery(lines.get(0).substring(2), request, last(lines, "< "), printed);
    }

    private static void read(String line, Printed printed) {
        List<Value> values = printed.values;
        if (line.endsWith("PortInfo dump:") || !printed.portInfo.isEmpty()) {
            printed.portInfo.add(line);
            return;
        }
        Matcher match = DOTS.matcher(line);
        if (match.matches()) {
            Matcher numbered = NUMBERED.matcher(match.group(1));
            String name = !numbered.matches()
                    ? match.group(1)
                    : numbered.group(1).endsWith(".")
                            ? numbered.group(1).replace('.', '[') + (Integer.parseInt(numbered.group(2)) - 1) + "]"
                            : numbered.group(1).trim() + "[" + numbered.group(2) + "]";
            values.add(new Value(name, match.group(2)));
            return;
        }
        match = ROW.matcher(line);
        if (match.matches()) {
            String name = match.group(1).startsWith("0x") ? "portMask" : "port";
            values.add(new Value(next(values, name), match.group(2)));
            return;
        }
        match = COLUMNS.matcher(line);
        if (match.matches()) {
            for (String element : match.group(2).split("\\| *", -1)) {
                values.add(new Value(next(values, match.group(1).toLowerCase(Locale.ROOT)), element.trim()));
            }
            return;
        }
        match = KEYS.matcher(line);
        if (match.matches()) {
            for (String element : match.group(1).split(" ", -1)) {
                values.add(new Value(next(values, "pKey"), element));
            }
        }
    }

    private static String next(List<Value> values, String name) {
        long before = values.stream()
                .filter(value -> value.column().equals(name + "[]"))
                .count();
        return name + "[" + before + "]";
    }

    /** Returns the last datagram in a direction, because saquery may read the ClassPortInfo first. */
    private static String last(List<String> lines, String direction) {
        StringBuilder hex = new StringBuilder();
        String before = "";
        for (String line : lines) {
            if (line.startsWith(direction)) {
                hex.setLength(before.startsWith(direction) ? hex.length() : 0);
                hex.append(line.substring(2));
            }
            before = line;
        }
        return hex.toString();
    }

    /** Returns the bytes; zeros at the end are omitted in the file. */
    private static byte[] bytes(String digits) {
        byte[] bytes = HexFormat.of().parseHex(digits);
        return Arrays.copyOf(bytes, bytes.length + SubnetAdministrationMad.LENGTH);
    }
}
