package io.verbena.shell.cli;

import java.util.Iterator;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts and completes the constants of an enumeration by names of their own. */
public abstract class ConstantNames<E> implements Iterable<String>, ITypeConverter<E> {
    private final String what;
    private final E[] constants;
    private final Function<E, String> name;
    private final BiPredicate<E, String> isCalled;

    /**
     * Creates the names.
     *
     * @param what what a constant is, for the message, such as "an operation"
     * @param constants the constants in the order of completion
     * @param name returns the name to complete
     * @param isCalled returns whether a word stands for a constant
     */
    protected ConstantNames(String what, E[] constants, Function<E, String> name, BiPredicate<E, String> isCalled) {
        this.what = what;
        this.constants = constants;
        this.name = name;
        this.isCalled = isCalled;
    }

    @Override
    public final Iterator<String> iterator() {
        return Stream.of(constants).map(name).iterator();
    }

    @Override
    public final E convert(String text) {
        return Stream.of(constants)
                .filter(constant -> isCalled.test(constant, text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "'" + text + "' is not " + what + "; expected one of " + String.join(", ", this)));
    }
}
