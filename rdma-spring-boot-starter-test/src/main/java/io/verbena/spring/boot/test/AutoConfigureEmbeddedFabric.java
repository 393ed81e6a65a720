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
 * Puts an application on the embedded fabric, whatever fabric and end port its configuration names: for tests of a whole
 * application, beside {@code SpringBootTest}; {@link RdmaTest} has it already. The fabric is healed after each test. Test
 * methods may have {@link io.verbena.embedded.EmbeddedFabric} and the other beans of RDMA as parameters.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ImportAutoConfiguration(EmbeddedFabricTestAutoConfiguration.class)
@PropertyMapping("verbena.test.fabric")
@ExtendWith(RdmaParameters.class)
public @interface AutoConfigureEmbeddedFabric {

    /** Whether it does; if not, what the configuration of the application names is used, which may be the devices of the host. */
    boolean embedded() default true;

    /** What {@code rdma.fabric.topology} takes. */
    String topology() default "two-node";

    /** Whether the time of the fabric is simulated; see {@link io.verbena.embedded.EmbeddedFabric.Builder#virtualTime}. */
    boolean virtualTime() default false;
}
