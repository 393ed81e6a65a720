package io.verbena.iba;

import java.math.BigInteger;
import java.util.HexFormat;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** Writes a structure as a JSON object, with the accessor names of the fields. */
public final class StructureJson {
    private StructureJson() {}

    /**
     * Writes a structure. Numbers are numbers, GUIDs are {@code 0x} and 16 digits, GIDs are IPv6 addresses,
     * enumerations are the names of their constants (or numbers if unknown), sets and arrays are arrays, nested
     * structures are objects, and bytes are hexadecimal. A key, such as an M_Key, is null unless it is 0.
     */
    public static void write(Structure structure, JsonGenerator json) {
        write(structure, json, false);
    }

    /** Writes a structure including its keys. */
    public static void writeWithKeys(Structure structure, JsonGenerator json) {
        write(structure, json, true);
    }

    private static void write(Structure structure, JsonGenerator json, boolean keys) {
        json.writeStartObject();
        for (Field field : structure.layout().fields()) {
            json.writeName(field.name());
            if (!keys && field.hides(structure)) {
                json.writeNull();
            } else if (field.isArray()) {
                json.writeStartArray();
                for (int index = 0; index < field.count(); index++) {
                    element(field, structure, index, json, keys);
                }
                json.writeEndArray();
            } else {
                element(field, structure, 0, json, keys);
            }
        }
        json.writeEndObject();
    }

    private static void element(Field field, Structure structure, int index, JsonGenerator json, boolean keys) {
        Object value = field.value(structure, index);
        switch (field.kind()) {
            case UNSIGNED, HEX -> number((Long) value, json);
            case LID -> json.writeNumber(((Lid) value).bits());
            case GUID -> json.writeString(((Guid) value).toHex());
            case BYTES -> json.writeString(HexFormat.of().formatHex((byte[]) value));
            case ENUM -> constant((WireEnum) value, field.bits(structure, index), json);
            case SET -> {
                json.writeStartArray();
                ((Set<?>) value).forEach(constant -> json.writeString(((Enum<?>) constant).name()));
                json.writeEndArray();
            }
            case STRUCTURE -> write((Structure) value, json, keys);
            case TEXT, GID -> json.writeString(value.toString());
        }
    }

    /** Writes a number; 64-bit counters are unsigned. */
    private static void number(long bits, JsonGenerator json) {
        if (bits < 0) {
            json.writeNumber(new BigInteger(Long.toUnsignedString(bits)));
        } else {
            json.writeNumber(bits);
        }
    }

    private static void constant(WireEnum value, long bits, JsonGenerator json) {
        if (value.code() == -1) {
            json.writeNumber(bits);
        } else {
            json.writeString(((Enum<?>) value).name());
        }
    }
}
