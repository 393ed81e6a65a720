package io.verbena.spring.boot.test;

import io.verbena.spring.boot.autoconfigure.EmbeddedFabricCustomizer;
import io.verbena.spring.boot.autoconfigure.RdmaCustomizer;
import io.verbena.spring.boot.buffer.RegisteredAllocatorCustomizer;
import io.verbena.spring.boot.connection.ConnectionOptionsCustomizer;
import io.verbena.spring.boot.connection.RdmaListener;
import io.verbena.spring.boot.connection.RequestInterceptor;
import java.io.IOException;
import java.util.Set;
import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/** Excludes the components that {@link RdmaTest} does not include. */
final class RdmaTypeExcludeFilter extends StandardAnnotationCustomizableTypeExcludeFilter<RdmaTest> {
    RdmaTypeExcludeFilter(Class<?> testClass) {
        super(testClass);
    }

    @Override
    protected Set<Class<?>> getKnownIncludes() {
        return Set.of(
                RdmaCustomizer.class,
                EmbeddedFabricCustomizer.class,
                ConnectionOptionsCustomizer.class,
                RegisteredAllocatorCustomizer.class,
                RequestInterceptor.class);
    }

    /** Includes listeners, because a configured server does not start without its listener. */
    @Override
    protected boolean defaultInclude(MetadataReader component, MetadataReaderFactory readers) throws IOException {
        return super.defaultInclude(component, readers)
                || component.getAnnotationMetadata().hasAnnotatedMethods(RdmaListener.class.getName());
    }
}
