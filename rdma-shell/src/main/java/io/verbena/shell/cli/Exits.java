package io.verbena.shell.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How a command may end beside well (0), badly asked (2) and not at all (4); help says so at its end. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Exits {
    /** What it found when it ends with 1; empty if it never does. */
    String found() default "";

    /** How commands fail that send requests. */
    String FAILED = "unreachable, refused or not there";

    /** What it could not do when it ends with 4. */
    String failed() default FAILED;

    /** What is missing when it ends with 3; empty if it never does. */
    String partial() default "";
}
