package io.verbena.embedded.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Opens an embedded fabric for each test, and closes it afterwards. A parameter of type {@link
 * io.verbena.embedded.EmbeddedFabric} is the fabric, one of type {@link io.verbena.Rdma} looks at it from its local host. On a
 * method it replaces that of the class.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FabricExtension.class)
public @interface WithFabric {
    /** What the fabric is called, as in {@link io.verbena.embedded.EmbeddedFabric#open(String)}. */
    String value() default "two-node";

    /** Whether its time is simulated. */
    boolean virtualTime() default false;

    /** Whether a subnet manager has set it up. */
    boolean managed() default true;
}
