package io.verbena.shell.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts and completes the constants of an enumeration by names of their own.
 *
 * <p>No lambdas: over picocli's Java 5 classes, they would not be in the class data archive.
 */
public abstract class ConstantNames<E> implements Iterable<String>, ITypeConverter<E> {
    private final String what;
    private final List<E> constants;

    /**
     * Creates the names.
     *
     * @param what what a constant is, for the message, such as "an operation"
     * @param constants the constants in the order of completion
     */
    protected ConstantNames(String what, List<E> constants) {
        this.what = what;
        this.constants = constants;
    }

    /** Returns the name to complete. */
    protected abstract String name(E constant);

    /** Returns whether a word stands for a constant (default: whether it is the name in any case). */
    protected boolean isCalled(E constant, String text) {
        return name(constant).equalsIgnoreCase(text);
    }

    @Override
    public final Iterator<String> iterator() {
        List<String> names = new ArrayList<>();
        for (E constant : constants) {
            names.add(name(constant));
        }
        return names.iterator();
    }

    @Override
    public final E convert(String text) {
        for (E constant : constants) {
            if (isCalled(constant, text)) {
                return constant;
            }
        }
        throw new TypeConversionException(
                "'" + text + "' is not " + what + "; expected one of " + String.join(", ", this));
    }
}
