package io.verbena.jni;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Skips a test where the C code was not built, because gcc or a header was missing. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(value = "io.verbena.jni.NeedsNativeCode$Build#isComplete", disabledReason = "the C code is not built")
public @interface NeedsNativeCode {

    /** The build's outcome. */
    final class Build {
        private Build() {}

        static boolean isComplete() {
            return NativeLibrary.isBundled("verbena_base") && NativeLibrary.isBundled("verbena_umad");
        }
    }
}
