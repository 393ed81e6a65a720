package io.verbena.spring.boot.aot;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.embedded.EmbeddedProvider;
import io.verbena.hca.DeviceProperties;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;

class VerbenaRuntimeHintsTest {
    private final RuntimeHints hints = hints();

    private static RuntimeHints hints() {
        RuntimeHints hints = new RuntimeHints();
        ClassLoader classes = VerbenaRuntimeHintsTest.class.getClassLoader();
        SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories", classes)
                .load(RuntimeHintsRegistrar.class)
                .stream()
                .filter(VerbenaRuntimeHints.class::isInstance)
                .forEach(registrar -> registrar.registerHints(hints, classes));
        return hints;
    }

    @Test
    void includeTheNativeLibraries() {
        for (String library : new String[] {"base", "umad", "verbs", "cm"}) {
            assertThat(RuntimeHintsPredicates.resource()
                            .forResource("META-INF/native/linux64/amd64/libverbena_" + library + ".so"))
                    .accepts(hints);
        }
    }

    @Test
    void includeTheProviders() {
        assertThat(RuntimeHintsPredicates.resource().forResource("META-INF/services/io.verbena.spi.RdmaProvider"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(EmbeddedProvider.class)
                        .withMemberCategory(MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS))
                .accepts(hints);
    }

    @Test
    void includeTheStructuresOfNativeCode() {
        for (String name :
                new String[] {"umad.UmadPort", "verbs.IbvQpAttr", "verbs.IbvDevice", "cm.CmEvent", "EventFd"}) {
            assertThat(hints.jni().getTypeHint(TypeReference.of("io.verbena.jni." + name)))
                    .as(name)
                    .isNotNull()
                    .satisfies(type ->
                            assertThat(type.getMemberCategories()).contains(MemberCategory.ACCESS_DECLARED_FIELDS));
        }
        assertThat(hints.jni().getTypeHint(OutOfMemoryError.class)).isNotNull();
    }

    @Test
    void includeTheRecordsThatArePrintedByReflection() {
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(DeviceProperties.class, "limits"))
                .accepts(hints);
    }
}
