package io.verbena.shell.view;

import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Lid;
import io.verbena.iba.Structure;
import io.verbena.iba.StructureJson;
import io.verbena.path.Path;
import java.util.function.BiConsumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Results as JSON: GUIDs as {@code 0x} and 16 digits, GIDs as IPv6 addresses, LIDs as numbers. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .addModule(new SimpleModule()
                    .addSerializer(Guid.class, of((guid, json) -> json.writeString(guid.toHex())))
                    .addSerializer(Gid.class, of((gid, json) -> json.writeString(gid.toString())))
                    .addSerializer(Lid.class, of((lid, json) -> json.writeNumber(lid.bits())))
                    .addSerializer(Path.class, of((path, json) -> json.writeString(path.toString())))
                    .addSerializer(Structure.class, of(StructureJson::write)))
            .build();

    private Json() {}

    /** Records, maps, lists, identifiers and wire structures as text. */
    public static String text(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** The same as a tree, from which other formats are made. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    private static <T> ValueSerializer<T> of(BiConsumer<T, JsonGenerator> writer) {
        return new ValueSerializer<>() {
            @Override
            public void serialize(T value, JsonGenerator json, SerializationContext context) {
                writer.accept(value, json);
            }
        };
    }
}
