package io.verbena.shell.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes the exit codes of a command beyond success (0) and invalid usage (2), for the end of its help. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Exits {
    /** Returns the finding that exit code 1 reports; empty if the command never returns 1. */
    String found() default "";

    /** The reason for exit code 4 of commands that send requests. */
    String FAILED = "target unreachable, not found, or request refused";

    /** Returns the reason for exit code 4. */
    String failed() default FAILED;

    /** Returns what is missing if the exit code is 3; empty if the command never returns 3. */
    String partial() default "";
}
