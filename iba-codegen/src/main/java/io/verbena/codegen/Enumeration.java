package io.verbena.codegen;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An enumeration of a table.
 *
 * @param source the section of the standard, or the name in C
 * @param library the C library whose header defines the constants; empty if none does
 * @param fallback the constant that {@code of} returns for other codes; null for flags, which have no {@code of}
 * @param unknown the format in which the fallback prints a code, or null
 * @param columns the comments of further numbers that each constant has, by the names of their getters
 */
public record Enumeration(
        String packageName,
        String name,
        String title,
        String source,
        String library,
        @Nullable Constant fallback,
        @Nullable String unknown,
        Map<String, String> columns,
        List<Predicate> predicates,
        List<Constant> constants) {
    /** A predicate, which is true of some constants. */
    public record Predicate(String name, List<String> constants, String comment) {}

    /**
     * A constant.
     *
     * @param cName the name in C; empty if there is none
     * @param condition the macro that is defined if the header has the constant; empty if every header does
     * @param numbers the values of the columns
     */
    public record Constant(
            String name,
            long code,
            String cName,
            String text,
            String comment,
            String condition,
            List<Integer> numbers) {
        /** Returns the comment with the name in C at the end of its first sentence. */
        public String javadoc() {
            return cName.isEmpty() ? comment : comment.replaceFirst("\\.(?= |$)", " ({@code " + cName + "}).");
        }

        /** Returns the code as a Java literal. */
        public String literal() {
            return Enumeration.literal(code);
        }
    }

    /** Returns a number as a Java literal, in hexadecimal for high bits. */
    static String literal(long code) {
        return code < 0x100 ? Long.toString(code) : "0x" + Long.toHexString(code);
    }

    /** Returns the Java enum. */
    String generate() {
        return Templates.fill("Enum", Map.of("enum", this));
    }
}
