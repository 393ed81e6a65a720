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
 * A test of the part of an application that is of RDMA, on the embedded fabric: only the auto-configurations of RDMA, and of the
 * components only those with methods that listen ({@link io.verbena.spring.boot.connection.RdmaListener}), customizers of what
 * the starter makes, and what {@link #includeFilters} names. What these need beside may be mocked, as with {@code MockitoBean}.
 *
 * <p>Each bean of RDMA, such as {@link io.verbena.embedded.EmbeddedFabric}, may be a field with {@code @Autowired} or a
 * parameter of a test method. Faults that a test has set are ended after it; counters stay. Tests with the same attributes
 * share one application and its fabric, as Spring's tests do.
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

    /** What {@code rdma.fabric.topology} takes: {@code two-node}, {@code fat-tree:2,4,4}, {@code classpath:fabric.net}. */
    @AliasFor(annotation = AutoConfigureEmbeddedFabric.class)
    String topology() default "two-node";

    /** Whether the time of the fabric is simulated; see {@link io.verbena.embedded.EmbeddedFabric.Builder#virtualTime}. */
    @AliasFor(annotation = AutoConfigureEmbeddedFabric.class)
    boolean virtualTime() default false;

    /**
     * Whether the fabric is embedded. If not, {@code rdma.fabric.*} of the application or of {@link #properties} says which it
     * is, and the topology here counts for nothing.
     */
    @AliasFor(annotation = AutoConfigureEmbeddedFabric.class)
    boolean embedded() default true;

    /** Properties of this test, as {@code key=value}. */
    String[] properties() default {};

    /** Whether listeners and customizers among the components are taken without being named by {@link #includeFilters}. */
    boolean useDefaultFilters() default true;

    /** Components to take, too. */
    Filter[] includeFilters() default {};

    /** Components to leave out. */
    Filter[] excludeFilters() default {};

    /** Auto-configurations to leave out. */
    @AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
    Class<?>[] excludeAutoConfiguration() default {};
}
