package io.verbena.spring.boot.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Tests the RDMA part of an application on an embedded fabric. Only the RDMA auto-configurations are applied. The
 * components are restricted to those with {@link io.verbena.spring.boot.connection.RdmaListener} methods, to
 * customizers of the starter, and to {@link #includeFilters}. Their other dependencies may be mocked, for example with
 * {@code MockitoBean}.
 *
 * <p>RDMA beans, such as {@link io.verbena.embedded.EmbeddedFabric}, may be fields with {@code @Autowired} or
 * parameters of test methods. Faults are removed after each test; counters keep their values. Tests with the same
 * attributes share one application and its fabric, as usual in Spring tests.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@BootstrapWith(RdmaTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(RdmaTypeExcludeFilter.class)
@AutoConfigureRdma
@AutoConfigureEmbeddedFabric
@ImportAutoConfiguration
public @interface RdmaTest {

    /**
     * The topology, as in {@code rdma.fabric.topology}: {@code two-node}, {@code fat-tree:2,4,4}, {@code
     * classpath:fabric.net}.
     */
    @AliasFor(annotation = AutoConfigureEmbeddedFabric.class)
    String topology() default "two-node";

    /**
     * Whether to simulate the time of the fabric; see {@link io.verbena.embedded.EmbeddedFabric.Builder#virtualTime}.
     */
    @AliasFor(annotation = AutoConfigureEmbeddedFabric.class)
    boolean virtualTime() default false;

    /**
     * Whether to use an embedded fabric. If false, {@code rdma.fabric} of the application or of {@link #properties}
     * selects the fabric, and {@link #topology} is ignored.
     */
    @AliasFor(annotation = AutoConfigureEmbeddedFabric.class)
    boolean embedded() default true;

    /** Additional properties as {@code key=value}. */
    String[] properties() default {};

    /** Whether to include listeners and customizers in addition to {@link #includeFilters}. */
    boolean useDefaultFilters() default true;

    /** Components to include. */
    Filter[] includeFilters() default {};

    /** Components to exclude. */
    Filter[] excludeFilters() default {};

    /** Auto-configurations to exclude. */
    @AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
    Class<?>[] excludeAutoConfiguration() default {};
}
