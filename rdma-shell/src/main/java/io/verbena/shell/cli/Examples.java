package io.verbena.shell.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Examples at the end of the help of a command. Each consists of a command line, {@code " # "}, and its purpose. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Examples {
    /** Returns the lines, without the name of the launcher. */
    String[] value();
}
