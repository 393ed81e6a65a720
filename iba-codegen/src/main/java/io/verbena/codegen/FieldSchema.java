package io.verbena.codegen;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One field: {@code count} elements of {@code width} bits from {@code bit} on.
 *
 * @param typeName the enumeration of an {@code ENUM} or {@code SET}, the structure of a {@code STRUCTURE}
 * @param mask its bits in the component mask of an SA record, null where it has none
 * @param print how it is printed where that differs from its kind, such as {@code decimal}
 */
public record FieldSchema(
        String name,
        int bit,
        int width,
        int count,
        Kind kind,
        @Nullable String typeName,
        String label,
        @Nullable Mask mask,
        @Nullable String print) {

    /** The kind of a value. */
    public enum Kind {
        UNSIGNED,
        HEX,
        TEXT,
        BYTES,
        GUID,
        GID,
        LID,
        ENUM,
        SET,
        STRUCTURE
    }

    /** The bits {@code first} to {@code last} of a component mask. */
    public record Mask(int first, int last) {
        /** Returns as many bits. */
        public long bits() {
            return (1L << (last - first + 1)) - 1;
        }
    }

    /** Refuses a field that cannot have its place or its width. */
    public FieldSchema {
        boolean wellFormed = count > 0
                && switch (kind) {
                    case TEXT, BYTES -> width == 8 && bit % 8 == 0;
                    case GUID -> width == 64 && bit % 8 == 0;
                    case GID -> width == 128 && bit % 8 == 0;
                    case LID -> width == 16 && bit % 8 == 0;
                    case STRUCTURE -> width % 8 == 0 && bit % 8 == 0;
                    case UNSIGNED, HEX, ENUM, SET -> width > 0 && bit % 8 + width <= 64;
                };
        if (!wellFormed) {
            throw new SchemaException(name + ": " + count + " x " + width + " bits at " + bit + " cannot be a " + kind);
        }
        if (mask != null && mask.last != mask.first && count > 1 && mask.last - mask.first + 1 != count) {
            throw new SchemaException(name + ": " + count + " elements cannot share " + mask);
        }
    }

    /** The first bit behind the field. */
    int end() {
        return bit + width * count;
    }

    /** Whether the accessors take an index. Text and bytes are values of their own. */
    public boolean isArray() {
        return count > 1 && kind != Kind.TEXT && kind != Kind.BYTES;
    }

    /** The name of the constant that holds the offset, such as {@code NODE_TYPE}. */
    public String constant() {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
    }

    /** Returns the Java type of the value as a number. */
    public String number() {
        return width < 32 ? "int" : "long";
    }

    /** Returns the Java type of the value. */
    public String type() {
        return switch (kind) {
            case UNSIGNED, HEX -> number();
            case TEXT -> "String";
            case BYTES -> "byte[]";
            case GID -> "Gid";
            case GUID -> "Guid";
            case LID -> "Lid";
            case ENUM, STRUCTURE -> String.valueOf(typeName);
            case SET -> "Set<" + typeName + ">";
        };
    }
}
