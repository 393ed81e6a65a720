package io.verbena.shell.view;

import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.Structure;
import io.verbena.iba.StructureJson;
import io.verbena.path.Path;
import java.util.List;
import java.util.function.BiConsumer;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Renders results as JSON: GUIDs as {@code 0x} and 16 digits, GIDs as IPv6 addresses, LIDs as numbers. */
public final class Json {
    private static final JsonMapper MAPPER = mapper(StructureJson::write);

    private Json() {}

    /** Returns records, maps, lists, identifiers and wire structures as text; keys are null unless {@code keys}. */
    public static String text(Object value, boolean keys) {
        return mapper(keys).writeValueAsString(value);
    }

    /** Returns a value as a tree for other formats; keys are null unless {@code keys}. */
    public static JsonNode tree(Object value, boolean keys) {
        return mapper(keys).valueToTree(value);
    }

    private static JsonMapper mapper(boolean keys) {
        return keys ? mapper(StructureJson::writeWithKeys) : MAPPER;
    }

    private static JsonMapper mapper(BiConsumer<Structure, JsonGenerator> structures) {
        return JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .addModule(new SimpleModule()
                        .addSerializer(Guid.class, of((guid, json) -> json.writeString(guid.toHex())))
                        .addSerializer(Gid.class, of((gid, json) -> json.writeString(gid.toString())))
                        .addSerializer(Lid.class, of((lid, json) -> json.writeNumber(lid.bits())))
                        .addSerializer(Path.class, of((path, json) -> json.writeString(path.toString())))
                        .addSerializer(Structure.class, of(structures)))
                .build();
    }

    private static <T> ValueSerializer<T> of(BiConsumer<T, JsonGenerator> writer) {
        return new ValueSerializer<>() {
            @Override
            public void serialize(T value, JsonGenerator json, SerializationContext context) {
                writer.accept(value, json);
            }
        };
    }

    /** Returns the lines of one YAML document with the same names as the JSON document. */
    public static List<String> yaml(JsonNode report) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        options.setWidth(Integer.MAX_VALUE);
        options.setSplitLines(false);
        return new Yaml(options)
                .dump(MAPPER.treeToValue(report, Object.class))
                .lines()
                .toList();
    }
}
