package io.verbena.codegen;

import java.util.List;
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
record VerbsTable(List<Enumeration> enums, List<Structure> structures, List<Layout> layouts, List<FlowHeader> flows) {
    /**
     * One enumeration.
     *
     * @param subpackage the package below {@code io.verbena.verbs}; null for {@code io.verbena.hca}
     * @param library the C library whose header defines the constants
     * @param fallback the constant that {@code of} returns for other codes; null for flags, which have no {@code of}
     * @param columns the comments of further numbers that each constant has, by the names of their getters
     * @param predicates the predicates of constants
     */
    record Enumeration(
            @Nullable String subpackage,
            String name,
            String title,
            String source,
            String library,
            @Nullable Constant fallback,
            Map<String, String> columns,
            List<Predicate> predicates,
            List<Constant> constants) {}

    /** One predicate of the constants of an enumeration, which is true of some of them. */
    record Predicate(String name, List<String> constants, String comment) {}

    /**
     * One constant of an enumeration.
     *
     * @param cName the name in C; empty if there is none
     * @param condition the macro that is defined if the header has the constant; empty if every header does
     * @param numbers the values of the columns
     */
    record Constant(
            String name,
            long code,
            String cName,
            String text,
            String comment,
            String condition,
            List<Integer> numbers) {
        /** Returns the comment with the name in C at the end of its first sentence. */
        String javadoc() {
            return cName.isEmpty() ? comment : comment.replaceFirst("\\.(?= |$)", " ({@code " + cName + "}).");
        }
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
    record Structure(
            String name,
            String struct,
            String library,
            String title,
            List<Member> members,
            List<Group> groups,
            List<Attributes> attributes,
            @Nullable MaskedAttributes masked) {}

    /**
     * One structure that lies in another.
     *
     * @param name the prefix of its fields
     */
    record Group(String name, Structure structure) {
        /** Returns the name of a field of the group in the outer structure. */
        String member(String field) {
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
    record MaskedAttributes(String name, String mask, String title, List<Attribute> setters) {}

    /** One Java record that is read from a structure. */
    record Attributes(String name, String title, List<Attribute> components) {}

    /**
     * One component of such a record.
     *
     * @param accessor the field in C; empty if the component is a record or is set by hand
     * @param operators the operators of Java that follow the value of the field; empty for none
     */
    record Attribute(String name, String type, String accessor, String operators, String comment) {
        /** Returns the name of the field that JNI copies. */
        String member() {
            StringBuilder member = new StringBuilder();
            for (String word : accessor.split("[._]", -1)) {
                member.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
            }
            member.setCharAt(0, Character.toLowerCase(member.charAt(0)));
            return member.toString();
        }

        /** Returns the type argument, if the type has one. */
        String argument() {
            return type.substring(type.indexOf('<') + 1, type.length() - 1);
        }
    }

    /**
     * One field of a structure that JNI copies.
     *
     * @param accessor the field in C
     * @param type a Java type, or the C type of a pointer, which is a {@code long} in Java
     * @param comment the meaning, as far as the name in C does not say it; empty if it does
     */
    record Member(String name, String accessor, String type, String comment) {
        boolean isPointer() {
            return type.endsWith("*");
        }
    }

    /**
     * One record in direct memory.
     *
     * @param struct the structure in C
     * @param library the C library whose header has the structure
     */
    record Layout(String name, String title, String struct, String library, List<Value> values) {}

    /**
     * One constant of a record.
     *
     * @param check the expression in C that has this value; empty if C has none
     * @param size the bytes of the field, 0 for other constants and for lists
     * @param accessor the field in C; empty for other constants
     */
    record Value(String name, long value, String check, String comment, int size, String accessor) {
        String javadoc() {
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
    record FlowHeader(
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
    record HeaderField(String name, int offset, int bits, String accessor, String comment) {
        boolean isAddress() {
            return bits == 128;
        }

        /** Returns the bytes of the field: a power of 2, or 6 of a MAC address. */
        int size() {
            return bits == 48 ? 6 : Integer.highestOneBit(2 * ((bits + Byte.SIZE - 1) / Byte.SIZE) - 1);
        }
    }
}
