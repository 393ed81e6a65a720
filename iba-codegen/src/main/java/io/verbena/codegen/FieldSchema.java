package io.verbena.codegen;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One field: {@code count} elements of {@code width} bits from {@code bit} on.
 *
 * @param typeName the enumeration of an {@code ENUM} or {@code SET}
 * @param mask the bit in the component mask of an SA record, or -1
 */
record FieldSchema(
        String name,
        int bit,
        int width,
        int count,
        Kind kind,
        @Nullable String typeName,
        String label,
        int mask) {

    enum Kind {
        UNSIGNED,
        HEX,
        TEXT,
        BYTES,
        GUID,
        GID,
        LID,
        ENUM,
        SET
    }

    FieldSchema {
        boolean wellFormed = switch (kind) {
            case TEXT, BYTES -> width == 8 && bit % 8 == 0;
            case GUID -> width == 64 && bit % 8 == 0 && count == 1;
            case GID -> width == 128 && bit % 8 == 0 && count == 1;
            case LID -> width == 16 && bit % 8 == 0 && count == 1;
            case UNSIGNED, HEX, ENUM, SET -> width <= 64 && count == 1;
        };
        if (!wellFormed) {
            throw new SchemaException(name + ": " + count + " x " + width + " bits at " + bit + " cannot be a " + kind);
        }
    }

    /** The first bit behind the field. */
    int end() {
        return bit + width * count;
    }

    /** The name of the constant that holds the offset, such as {@code NODE_TYPE}. */
    String constant() {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
    }
}
