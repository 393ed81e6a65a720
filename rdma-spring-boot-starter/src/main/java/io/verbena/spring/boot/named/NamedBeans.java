package io.verbena.spring.boot.named;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * Registers a factory and, for each of its methods with {@link Each}, one bean per entry of a map of properties.
 *
 * <p>The name of a bean is the name of its entry followed by its type, so that entries of different maps may have the same
 * name: the entry {@code rdma.clients.orders} has the bean {@code ordersRdmaTemplate}, with the qualifier {@code orders}. A
 * bean of the application that has the type of the bean, and its name or the name of the entry, replaces it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Import(NamedBeanRegistrar.class)
public @interface NamedBeans {
    /** The class of the factory. It is registered as a bean. */
    Class<?> value();

    /** The properties of an entry that concern the definition of its bean. */
    interface Entry {
        /** Returns whether the bean must exist when the application has started. */
        default boolean required() {
            return true;
        }

        /** Returns whether the bean is injected where no qualifier is given. */
        default boolean primary() {
            return false;
        }
    }

    /** Marks a factory method that takes the name of an entry and returns its bean, or null if the bean is absent. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface Each {
        /** The map of properties, such as {@code rdma.servers}. */
        String value();

        /** The class of the values of the map. */
        Class<? extends Entry> properties();

        /** Whether the beans are created on first use. Beans of entries with {@code required=false} always are. */
        boolean lazy() default false;

        /** Whether the beans can be injected without a qualifier. */
        boolean defaultCandidate() default true;
    }
}
