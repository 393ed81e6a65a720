package io.verbena.topology;

import java.util.HashMap;
import java.util.Map;

/** The lines in front of a node, such as {@code vendid=0x2c9}, which apply to this node only. */
final class NodeAttributes {
    private static final Map<String, Integer> DIGITS =
            Map.of("vendid", 6, "devid", 4, "sysimgguid", 16, "switchguid", 16, "caguid", 16, "rtguid", 16);
    private static final String PORT_ZERO = "port 0";

    private final Map<String, Long> values = new HashMap<>();

    /** Reads the value behind the equals sign. */
    void set(String name, Line line) {
        Integer digits = DIGITS.get(name);
        if (digits == null) {
            throw line.expected("vendid=, devid=, sysimgguid=, switchguid=, caguid= or rtguid=");
        }
        if (values.put(name, line.hexadecimal(digits, "a number")) != null) {
            throw line.expected(name + "= only once before a node");
        }
        if (name.equals("switchguid") && line.accept("(")) {
            values.put(PORT_ZERO, line.hexadecimal(16, "the GUID of port 0"));
            line.require(")", "a closing parenthesis after the GUID of port 0");
        }
        if (!line.skipBlanks().atEnd()) {
            line.require("#", "nothing more, or # and a comment");
        }
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the value of an attribute, or 0 if the text omits it. */
    long get(String name) {
        return values.getOrDefault(name, 0L);
    }

    long portZeroGuid() {
        return get(PORT_ZERO);
    }
}
