package io.verbena.iba;

import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a type of structure looks like on the wire: its length, its attribute and its fields. Immutable.
 *
 * @param <T> the type of structure
 */
public final class Layout<T extends Structure> {
    /** Wraps bytes; the constructor that the generator gives to every structure. */
    @FunctionalInterface
    interface View<T> {
        T of(byte[] bytes, int offset, boolean readOnly);
    }

    private static final Pattern STEP = Pattern.compile("(\\w+)(?:\\[(\\d+)])?(?:\\.(.+))?");

    private static final ClassValue<Layout<?>> LAYOUTS = new ClassValue<>() {
        @Override
        protected Layout<?> computeValue(Class<?> type) {
            try {
                return (Layout<?>) type.getField("LAYOUT").get(null);
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException(type.getName() + " is not a wire structure of the table", e);
            }
        }
    };

    private final Class<T> type;
    private final View<T> view;
    private final int length;
    private final int attributeId;
    private final List<ManagementClass> managementClasses;
    private final List<Field> fields;

    private Layout(
            Class<T> type,
            View<T> view,
            int length,
            int attributeId,
            List<ManagementClass> managementClasses,
            List<Field> fields) {
        this.type = type;
        this.view = view;
        this.length = length;
        this.attributeId = attributeId;
        this.managementClasses = managementClasses;
        this.fields = fields;
    }

    static <T extends Structure> Layout<T> of(
            Class<T> type,
            View<T> view,
            int length,
            int attributeId,
            List<ManagementClass> managementClasses,
            Field... fields) {
        return new Layout<>(type, view, length, attributeId, managementClasses, List.of(fields));
    }

    /**
     * The layout of a generated structure.
     *
     * @throws IllegalArgumentException if the type is not one
     */
    @SuppressWarnings("unchecked")
    public static <T extends Structure> Layout<T> forType(Class<T> type) {
        return (Layout<T>) LAYOUTS.get(type);
    }

    /** The name of the structure, such as {@code NodeInfo}. */
    public String name() {
        return type.getSimpleName();
    }

    /** The class of the structure. */
    public Class<T> type() {
        return type;
    }

    /** The length on the wire, in bytes. */
    public int length() {
        return length;
    }

    /** The attribute ID, or -1 for a format, which is not an attribute. */
    public int attributeId() {
        return attributeId;
    }

    /** The management classes that have the attribute; none for a format. */
    public List<ManagementClass> managementClasses() {
        return managementClasses;
    }

    /** The fields, in the order in which infiniband-diags prints them. */
    public List<Field> fields() {
        return fields;
    }

    /**
     * The field with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Field field(String fieldName) {
        return fields.stream()
                .filter(field -> field.name().equals(fieldName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name() + " has no field '" + fieldName + "'"));
    }

    /**
     * The component mask that says that these fields of a record count (IBA 15.4.4). {@code nodeInfo.portGuid} is a field
     * of a nested structure, {@code serviceData8[3]} is an element.
     *
     * @throws IllegalArgumentException if there is no such field, or it has no bit in the mask
     */
    public long componentMask(String... fieldNames) {
        long mask = 0;
        for (String fieldName : fieldNames) {
            long bits = component(fieldName);
            if (bits == 0) {
                throw new IllegalArgumentException(name() + "." + fieldName + " has no bit in a component mask");
            }
            mask |= bits;
        }
        return mask;
    }

    private long component(String path) {
        Matcher step = STEP.matcher(path);
        if (!step.matches()) {
            throw new IllegalArgumentException("'" + path + "' is not a field; write name, name[0] or name.name");
        }
        Field field = field(step.group(1));
        String rest = step.group(3);
        if (field.kind() == Field.Kind.STRUCTURE && !field.isArray()) {
            Layout<?> nested = field.layout();
            long bits = rest != null
                    ? nested.component(rest)
                    : nested.fields().stream().mapToLong(Field::componentMask).reduce(0, (all, one) -> all | one);
            return field.maskBit() < 0 ? 0 : bits << field.maskBit();
        }
        if (rest != null) {
            throw new IllegalArgumentException(name() + "." + field.name() + " has no fields of its own");
        }
        return step.group(2) == null
                ? field.componentMask()
                : field.componentMask(Objects.checkIndex(Integer.parseInt(step.group(2)), field.count()));
    }

    /** A structure of zeros, to be filled. */
    public T create() {
        return view.of(new byte[length], 0, false);
    }

    /**
     * A structure over bytes that nobody else changes; nothing is copied, and setters are refused.
     *
     * @throws IllegalArgumentException if fewer than {@link #length} bytes are there
     */
    public T wrap(byte[] bytes, int offset) {
        return view.of(bytes, offset, true);
    }

    /** A structure over bytes that a setter changes in place. */
    public T wrapWritable(byte[] bytes, int offset) {
        return view.of(bytes, offset, false);
    }

    /**
     * A structure of its own from exactly its bytes.
     *
     * @throws IllegalArgumentException if the length is not {@link #length}
     */
    public T decode(byte[] bytes) {
        if (bytes.length != length) {
            throw new IllegalArgumentException(
                    name() + " has " + length + " bytes, but " + bytes.length + " are given");
        }
        return view.of(bytes.clone(), 0, true);
    }

    /** A copy that can be changed. */
    public T copy(Structure original) {
        return view.of(type.cast(original).toBytes(), 0, false);
    }
}
