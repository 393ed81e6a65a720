package io.verbena.spring.boot.aot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.util.ClassUtils;

/**
 * Registers hints for the native libraries, the classes that native code accesses, the providers, and the records that
 * are printed by reflection.
 */
final class VerbenaRuntimeHints implements RuntimeHintsRegistrar {
    private static final List<String> PROVIDERS =
            List.of("io.verbena.linux.LinuxProvider", "io.verbena.embedded.EmbeddedProvider");

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        ClassLoader classes = classLoader == null ? ClassUtils.getDefaultClassLoader() : classLoader;
        hints.resources()
                .registerPattern("META-INF/native/**")
                .registerPattern("META-INF/services/io.verbena.spi.RdmaProvider");
        for (String provider : PROVIDERS) {
            hints.reflection().registerTypeIfPresent(classes, provider, MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
        }
        for (TypeReference type : types("io/verbena/jni/**/*.class", classes)) {
            hints.jni()
                    .registerType(
                            type,
                            MemberCategory.ACCESS_DECLARED_FIELDS,
                            MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
                            MemberCategory.INVOKE_DECLARED_METHODS);
        }
        // The hawtjni code throws this error when memory is exhausted.
        hints.jni().registerType(OutOfMemoryError.class, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
        for (TypeReference type : types("io/verbena/hca/*.class", classes)) {
            hints.reflection().registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS);
        }
    }

    private static List<TypeReference> types(String pattern, @Nullable ClassLoader classes) {
        List<TypeReference> types = new ArrayList<>();
        try {
            for (Resource found :
                    new PathMatchingResourcePatternResolver(classes).getResources("classpath*:" + pattern)) {
                String location = found.getURL().getPath();
                String name = location.substring(
                        location.lastIndexOf("io/verbena/"), location.length() - ClassUtils.CLASS_FILE_SUFFIX.length());
                if (!name.endsWith("package-info")) {
                    types.add(TypeReference.of(name.replace('/', '.')));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + pattern, e);
        }
        return types;
    }
}
