package io.verbena.codegen;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The table of verbs facts, which the README beside it describes.
 *
 * @param enums the enumerations of {@code enums.yaml}, in the order of the file
 * @param structures the structures of {@code structures.yaml}, in the order of the file
 * @param layouts the records of {@code records.yaml}, in the order of the file
 * @param flows the flow specifications of {@code flows.yaml}, in the order of the file
 */
public record VerbsTable(
        List<Enumeration> enums, List<Structure> structures, List<Layout> layouts, List<FlowHeader> flows) {
    /** Returns whether a type is a record that is read from a structure. */
    public boolean isRecord(String type) {
        return structures.stream()
                .flatMap(structure -> structure.attributes().stream())
                .anyMatch(attributes -> attributes.name().equals(type));
    }

    /** Returns a C file that fails to compile where the table contradicts the header of a library. */
    String checks(String library) {
        return Templates.fill("checks", Map.of("table", this, "library", library));
    }

    /**
     * One C structure that JNI copies field by field.
     *
     * @param struct its name in C
     * @param library the C library whose package has the class
     * @param members all fields, including those of the groups and of the attributes
     * @param groups the structures that lie in this one
     * @param attributes the Java records that are read from this structure
     * @param masked the Java class of attributes that a mask selects; null if there is none
     */
    public record Structure(
            String name,
            String struct,
            String library,
            String title,
            List<Member> members,
            List<Group> groups,
            List<Attributes> attributes,
            @Nullable MaskedAttributes masked) {
        /** Returns the package of the Java class. */
        public String packageName() {
            return "io.verbena.jni." + library;
        }

        /** Returns whether a field is a {@code long}. */
        public boolean isLong(String member) {
            return members.stream()
                    .anyMatch(each -> each.name().equals(member) && each.type().equals("long"));
        }
    }

    /**
     * One structure that lies in another.
     *
     * @param name the prefix of its fields
     */
    public record Group(String name, Structure structure) {
        /** Returns the name of a field of the group in the outer structure. */
        public String member(String field) {
            return name + Character.toUpperCase(field.charAt(0)) + field.substring(1);
        }
    }

    /**
     * One Java class of attributes that a mask selects.
     *
     * @param mask the enumeration of the bits of the mask
     * @param setters the setters, by the constant of the mask; the accessor is a field or a group of the Java structure, or
     *     empty if the conversion is written by hand
     */
    public record MaskedAttributes(String name, String mask, String title, List<Attribute> setters) {}

    /** One Java record that is read from a structure. */
    public record Attributes(String name, String title, List<Attribute> components) {}

    /**
     * One component of such a record.
     *
     * @param accessor the field in C; empty if the component is a record or is set by hand
     * @param operators the operators of Java that follow the value of the field; empty for none
     */
    public record Attribute(String name, String type, String accessor, String operators, String comment) {
        /** Returns the name of the field that JNI copies. */
        public String member() {
            return camelCase(accessor.split("[._]", -1));
        }

        /** Returns the type argument, if the type has one. */
        public String argument() {
            return type.substring(type.indexOf('<') + 1, type.length() - 1);
        }

        /** Returns the Java type of the component. */
        public String javaType() {
            return switch (type) {
                case "unsigned" -> "long";
                case "QueuePairTypes" -> "Set<QueuePairType>";
                default -> type;
            };
        }

        /** Returns the comment as it stands within a sentence. */
        public String phrase() {
            boolean isWord = Character.isLowerCase(comment.charAt(1));
            return isWord ? Character.toLowerCase(comment.charAt(0)) + comment.substring(1) : comment;
        }

        /** Returns the name of the setter of a constant of a mask. */
        public String camelCase() {
            return camelCase(name.toLowerCase(Locale.ROOT).split("_", -1));
        }

        private static String camelCase(String... words) {
            StringBuilder name = new StringBuilder();
            for (String word : words) {
                name.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
            }
            name.setCharAt(0, Character.toLowerCase(name.charAt(0)));
            return name.toString();
        }

        /** Returns whether the type is the maximum of an {@code int}. */
        public boolean isLimited() {
            return Character.isDigit(type.charAt(0));
        }

        /** Returns whether the value is an {@code int}. */
        public boolean isNumber() {
            return isLimited() || type.equals("int");
        }

        /** Returns whether the value is a set of constants. */
        public boolean isSet() {
            return type.startsWith("Set<");
        }

        /** Returns whether the attribute is a group of fields, which {@code AttributeStructs} converts. */
        public boolean isGroup() {
            return type.equals("AddressVector") || type.equals("QueuePairCapacity");
        }
    }

    /**
     * One field of a structure that JNI copies.
     *
     * @param accessor the field in C
     * @param type a Java type, or the C type of a pointer, which is a {@code long} in Java
     * @param comment the meaning, as far as the name in C does not say it; empty if it does
     */
    public record Member(String name, String accessor, String type, String comment) {
        /** Returns whether the field is a pointer in C. */
        public boolean isPointer() {
            return type.endsWith("*");
        }
    }

    /**
     * One record in direct memory.
     *
     * @param struct the structure in C
     * @param library the C library whose header has the structure
     * @param readers the methods that read a record; empty for none
     */
    public record Layout(
            String name, String title, String struct, String library, List<Value> values, List<Getter> readers) {
        /** Returns the name of the class of the getters. */
        public String fieldsName() {
            return name.replaceFirst("Record$", "Fields");
        }

        /** Returns whether callers of providers read and write the structure, and not the binding alone. */
        boolean isOfProviders() {
            return library.equals("verbs") || library.equals("mlx5");
        }

        /** Returns the package of the providers, or that of the binding that alone has the structure. */
        public String packageName() {
            return isOfProviders() ? "io.verbena.spi.verbs" : "io.verbena.jni." + library;
        }
    }

    /**
     * One method that reads a field of a record.
     *
     * @param value the field, or a flag of it
     * @param type the Java type; for a flag, the field that contains it
     */
    public record Getter(String name, Value value, String type, String comment) {}

    /**
     * One constant of a record.
     *
     * @param check the expression in C that has this value; empty if C has none
     * @param size the bytes of the field, 0 for other constants and for lists
     * @param accessor the field in C; empty for other constants
     */
    public record Value(String name, long value, String check, String comment, int size, String accessor) {
        /** Returns the comment with the size of the field. */
        public String javadoc() {
            return size == 0 ? comment : (size == 1 ? "1 byte: " : size + " bytes: ") + lowerFirst(comment);
        }

        private static String lowerFirst(String text) {
            return text.startsWith("The ") ? "the" + text.substring(3) : text;
        }
    }

    /**
     * One flow specification: a header, the filter with the values, and the filter with the masks.
     *
     * @param struct the name in C
     * @param size the length in bytes
     * @param value the offset of the filter with the values
     * @param mask the offset of the filter with the masks
     * @param types the codes of its types, by the names of the constants that match everything
     */
    public record FlowHeader(
            String name,
            String title,
            String struct,
            int size,
            int value,
            int mask,
            Map<String, Value> types,
            List<HeaderField> fields) {}

    /**
     * One field of a flow specification.
     *
     * @param offset the offset in each of the filters
     * @param bits the number of bits that count, the lowest ones
     * @param accessor the field in C
     */
    public record HeaderField(String name, int offset, int bits, String accessor, String comment) {
        /** Returns whether the field is an address of 16 bytes. */
        public boolean isAddress() {
            return bits == 128;
        }

        /** Returns the Java type of the field. */
        public String match() {
            return isAddress() ? "AddressMatch" : "FieldMatch";
        }

        /** Returns the bytes of the field: a power of 2, or 6 of a MAC address. */
        public int size() {
            return bits == 48 ? 6 : Integer.highestOneBit(2 * ((bits + Byte.SIZE - 1) / Byte.SIZE) - 1);
        }
    }
}
