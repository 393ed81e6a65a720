package io.verbena.iba;

import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Wire format of a structure: length, attribute ID and fields. Immutable.
 *
 * @param <T> type of the structure
 */
public final class Layout<T extends Structure> {
    /** Creates a view of bytes; the generated constructor of each structure. */
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
     * Returns the layout of a generated structure.
     *
     * @throws IllegalArgumentException if the type is not generated
     */
    @SuppressWarnings("unchecked")
    public static <T extends Structure> Layout<T> forType(Class<T> type) {
        return (Layout<T>) LAYOUTS.get(type);
    }

    /** Returns the name of the structure, such as {@code NodeInfo}. */
    public String name() {
        return type.getSimpleName();
    }

    /** Returns the class of the structure. */
    public Class<T> type() {
        return type;
    }

    /** Returns the length on the wire in bytes. */
    public int length() {
        return length;
    }

    /** Returns the attribute ID, or -1 for a format, which is not an attribute. */
    public int attributeId() {
        return attributeId;
    }

    /** Returns the management classes that have the attribute; empty for a format. */
    public List<ManagementClass> managementClasses() {
        return managementClasses;
    }

    /** Returns the fields in the order in which infiniband-diags prints them. */
    public List<Field> fields() {
        return fields;
    }

    /**
     * Returns the field with this name.
     *
     * @throws IllegalArgumentException if there is no such field
     */
    public Field field(String fieldName) {
        return fields.stream()
                .filter(field -> field.name().equals(fieldName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name() + " has no field '" + fieldName + "'"));
    }

    /**
     * Returns the component mask for fields of a record (IBA 15.4.4). {@code nodeInfo.portGuid} denotes a field of a
     * nested structure, {@code serviceData8[3]} an element of an array.
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

    /** Returns a writable structure of zeros. */
    public T create() {
        return view.of(new byte[length], 0, false);
    }

    /**
     * Returns a read-only view of bytes, which must not change afterwards.
     *
     * @throws IllegalArgumentException if fewer than {@link #length} bytes are available
     */
    public T wrap(byte[] bytes, int offset) {
        return view.of(bytes, offset, true);
    }

    /** Returns a writable view of bytes. */
    public T wrapWritable(byte[] bytes, int offset) {
        return view.of(bytes, offset, false);
    }

    /**
     * Returns a structure that owns a copy of its bytes.
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

    /** Returns a writable copy. */
    public T copy(Structure original) {
        return view.of(type.cast(original).toBytes(), 0, false);
    }
}
