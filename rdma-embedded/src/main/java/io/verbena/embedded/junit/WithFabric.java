package io.verbena.embedded.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Opens an embedded fabric for each test, and closes it afterwards. A test parameter of type
 * {@link io.verbena.embedded.EmbeddedFabric} receives the fabric; one of type {@link io.verbena.Rdma} receives a view
 * from the local host. An annotation of a method replaces that of its class.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FabricExtension.class)
public @interface WithFabric {
    /** Returns the topology of the fabric, as in {@link io.verbena.embedded.EmbeddedFabric#open(String)}. */
    String value() default "two-node";

    /** Returns whether time is simulated. */
    boolean virtualTime() default false;

    /**
     * Returns whether programs in C can use the fabric. A test parameter of type
     * {@link io.verbena.embedded.service.FabricService} then receives the service, which listens at a free port.
     */
    boolean service() default false;

    /** Returns whether the fabric is opened as a subnet manager leaves it. */
    boolean managed() default true;
}
