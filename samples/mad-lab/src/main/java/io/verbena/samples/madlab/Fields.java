package io.verbena.samples.madlab;

import io.verbena.error.NearestNames;
import io.verbena.iba.Field;
import io.verbena.iba.Field.Kind;
import io.verbena.iba.Gid;
import io.verbena.iba.Guid;
import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import io.verbena.iba.WireEnum;
import java.util.List;
import java.util.Map;

/** Fills an attribute from names and values: {@code portSelect: 1}, {@code nodeInfo.nodeType: SWITCH}. */
final class Fields {
    private Fields() {}

    /** An attribute of zeros but for these fields. */
    static Structure fill(Layout<?> layout, Map<String, String> values) {
        Structure structure = layout.create();
        values.forEach((path, value) -> {
            try {
                set(structure, path, value);
            } catch (IllegalArgumentException e) {
                throw new BadQueryException("fields." + path, String.valueOf(e.getMessage()));
            }
        });
        return structure;
    }

    private static void set(Structure owner, String path, String value) {
        int dot = path.indexOf('.');
        Field field = field(owner.layout(), dot < 0 ? path : path.substring(0, dot));
        if (field.kind() == Kind.STRUCTURE && dot >= 0 && !field.isArray()) {
            set((Structure) field.value(owner), path.substring(dot + 1), value);
        } else if (dot >= 0 || field.isArray()) {
            throw new IllegalArgumentException(
                    owner.layout().name() + "." + path + " is not one field; arrays cannot be given here");
        } else {
            field.set(owner, 0, value(field, value));
        }
    }

    private static Field field(Layout<?> owner, String name) {
        return owner.fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(owner.name() + " has no field '" + name + "'"
                        + NearestNames.hint(
                                name, owner.fields().stream().map(Field::name).toList())));
    }

    private static Object value(Field field, String text) {
        return switch (field.kind()) {
            case UNSIGNED, HEX, LID -> number(field, text);
            case GUID -> Guid.parse(text);
            case GID -> Gid.parse(text);
            case ENUM -> constant(field, text);
            case SET, TEXT, BYTES, STRUCTURE ->
                throw new IllegalArgumentException(
                        field.name() + " is not a number, a name, a GUID or a GID; only those can be given here");
        };
    }

    private static Object constant(Field field, String text) {
        List<String> names = field.constants().stream().map(Object::toString).toList();
        for (WireEnum constant : field.constants()) {
            if (constant.toString().equalsIgnoreCase(text) || constant.text().equalsIgnoreCase(text)) {
                return constant;
            }
        }
        if (!Character.isDigit((text + " ").charAt(0))) {
            throw new IllegalArgumentException(
                    field.name() + ": '" + text + "' is neither a number nor a name" + NearestNames.hint(text, names));
        }
        return number(field, text);
    }

    private static Long number(Field field, String text) {
        try {
            return Long.decode(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(field.name() + ": '" + text + "' is not a number; write 17 or 0x11", e);
        }
    }
}
