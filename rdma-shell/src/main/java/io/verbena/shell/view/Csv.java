package io.verbena.shell.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * A result as a table of comma-separated values (RFC 4180) with a head. There is a row for each element of the innermost
 * list of objects; what stands above it is repeated in each. Of several lists beside each other one follows the other. Names of members within members are joined by a dot, values of
 * a list by a blank.
 */
public final class Csv {
    private static final Pattern QUOTED = Pattern.compile("[\",\r\n]");

    private Csv() {}

    /** The head, and the rows; nothing where there is no row. */
    public static List<String> of(JsonNode report) {
        List<Map<String, String>> rows = rows("", report);
        Set<String> head = new LinkedHashSet<>();
        rows.forEach(row -> head.addAll(row.keySet()));
        List<String> lines = new ArrayList<>();
        if (!head.isEmpty()) {
            lines.add(head.stream().map(Csv::quoted).collect(Collectors.joining(",")));
        }
        for (Map<String, String> row : rows) {
            lines.add(head.stream()
                    .map(name -> quoted(row.getOrDefault(name, "")))
                    .collect(Collectors.joining(",")));
        }
        return lines;
    }

    private static List<Map<String, String>> rows(String name, JsonNode value) {
        if (value.isObject()) {
            return ofObject(name, value);
        }
        if (value.isArray() && (name.isEmpty() || value.valueStream().anyMatch(JsonNode::isContainer))) {
            return value.valueStream()
                    .flatMap(element -> rows(name, element).stream())
                    .toList();
        }
        // An empty list may be one of objects: it has no column of its own.
        return value.isArray() && value.isEmpty()
                ? List.of(Map.of())
                : List.of(Map.of(name.isEmpty() ? "value" : name, scalar(value)));
    }

    /** The rows of each list in it, one list after the other. */
    private static List<Map<String, String>> ofObject(String name, JsonNode object) {
        Map<String, String> repeated = new LinkedHashMap<>();
        List<List<Map<String, String>>> lists = new ArrayList<>();
        object.properties().forEach(member -> {
            String path = name.isEmpty() ? member.getKey() : name + "." + member.getKey();
            List<Map<String, String>> rows = rows(path, member.getValue());
            if (rows.size() == 1) {
                repeated.putAll(rows.get(0));
            } else if (!rows.isEmpty()) {
                lists.add(rows);
            }
        });
        return lists.isEmpty()
                ? List.of(repeated)
                : lists.stream()
                        .flatMap(List::stream)
                        .map(row -> joined(repeated, row))
                        .toList();
    }

    private static Map<String, String> joined(Map<String, String> repeated, Map<String, String> row) {
        Map<String, String> joined = new LinkedHashMap<>(repeated);
        joined.putAll(row);
        return joined;
    }

    private static String scalar(JsonNode value) {
        if (value.isArray()) {
            return value.valueStream().map(Csv::scalar).collect(Collectors.joining(" "));
        }
        return value.isNull() ? "" : value.asString();
    }

    private static String quoted(String value) {
        return QUOTED.matcher(value).find() ? '"' + value.replace("\"", "\"\"") + '"' : value;
    }
}
