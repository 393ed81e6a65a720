package io.verbena.shell.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How a command is used, at the end of its help: each a line to type, {@code " # "}, and what it is for. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Examples {
    /** The lines, without the name of the launcher. */
    String[] value();
}
