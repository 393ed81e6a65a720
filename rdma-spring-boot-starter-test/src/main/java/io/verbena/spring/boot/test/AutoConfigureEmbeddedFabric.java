package io.verbena.spring.boot.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.PropertyMapping;

/**
 * Runs an application on an embedded fabric, regardless of the fabric and end port of its configuration. Use it with
 * {@code SpringBootTest} to test a complete application; {@link RdmaTest} includes it. Faults are removed after each
 * test. Test methods may have parameters of type {@link io.verbena.embedded.EmbeddedFabric} and of the types of the
 * other RDMA beans.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ImportAutoConfiguration(EmbeddedFabricTestAutoConfiguration.class)
@PropertyMapping("verbena.test.fabric")
@ExtendWith(RdmaParameters.class)
public @interface AutoConfigureEmbeddedFabric {

    /**
     * Whether to use an embedded fabric. If false, the fabric of the configuration is used, which may be the devices of
     * the host.
     */
    boolean embedded() default true;

    /** The topology, as in {@code rdma.fabric.topology}. */
    String topology() default "two-node";

    /**
     * Whether to simulate the time of the fabric; see {@link io.verbena.embedded.EmbeddedFabric.Builder#virtualTime}.
     */
    boolean virtualTime() default false;
}
