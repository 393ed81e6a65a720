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
 * Renders a result as comma-separated values (RFC 4180) with a header. There is one row for each element of the
 * innermost list of objects, which repeats the values of the objects around it. The rows of adjacent lists follow one
 * another. Names of nested members are joined by a dot, values of a list by a blank.
 */
public final class Csv {
    private static final Pattern QUOTED = Pattern.compile("[\",\r\n]");

    private Csv() {}

    /** Returns the header and the rows; empty if there are no rows. */
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
        // An empty list may be a list of objects, which has no column of its own.
        return value.isArray() && value.isEmpty()
                ? List.of(Map.of())
                : List.of(Map.of(name.isEmpty() ? "value" : name, scalar(value)));
    }

    /** Returns the rows of the lists in an object, one list after the other. */
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

    static String quoted(String value) {
        return QUOTED.matcher(value).find() ? '"' + value.replace("\"", "\"\"") + '"' : value;
    }
}
