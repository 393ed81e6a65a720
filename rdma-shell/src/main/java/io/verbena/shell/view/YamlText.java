package io.verbena.shell.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/** Renders a result as YAML with the same names as JSON. */
public final class YamlText {
    private YamlText() {}

    /** Returns the lines of one document. */
    public static List<String> of(JsonNode report) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setWidth(Integer.MAX_VALUE);
        options.setSplitLines(false);
        return new Yaml(options).dump(plain(report)).lines().toList();
    }

    private static @Nullable Object plain(JsonNode value) {
        if (value.isObject()) {
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            value.properties().forEach(member -> members.put(member.getKey(), plain(member.getValue())));
            return members;
        }
        if (value.isArray()) {
            List<@Nullable Object> elements = new ArrayList<>();
            value.valueStream().forEach(element -> elements.add(plain(element)));
            return elements;
        }
        if (value.isNumber()) {
            return value.numberValue();
        }
        return value.isBoolean() ? Boolean.valueOf(value.booleanValue()) : value.isNull() ? null : value.asString();
    }
}
