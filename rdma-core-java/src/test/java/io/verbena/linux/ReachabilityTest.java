package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.verbena.jni.Memory;
import io.verbena.spi.verbs.RecordMemory;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Memory whose address C gets is reachable until C returns: the JVM may collect a buffer in its last method otherwise. */
class ReachabilityTest {
    private static final List<JavaMethod> METHODS = new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.verbena.linux", "io.verbena.jni", "io.verbena.spi.verbs")
                    .stream()
                    .filter(type -> type.getPackageName().equals("io.verbena.linux"))
                    .map(JavaClass::getMethods)
                    .flatMap(Set::stream)
                    .toList();

    @Test
    void everyMethodThatGivesAnAddressToCodeInCKeepsTheMemoryReachable() {
        List<JavaMethod> handing = METHODS.stream()
                .filter(method -> takesAddress(method) && callsC(method))
                .toList();

        assertThat(handing).hasSizeGreaterThan(20);
        assertThat(handing).filteredOn(method -> !fences(method)).isEmpty();
    }

    private static boolean takesAddress(JavaMethod method) {
        return method.getMethodCallsFromSelf().stream()
                .anyMatch(call -> isAddress(call) || ofSameClass(method, call).anyMatch(ReachabilityTest::isAddressOf));
    }

    /** A method that returns an address which it calculates. */
    private static boolean isAddressOf(JavaMethod method) {
        return method.getRawReturnType().isEquivalentTo(long.class)
                && !callsC(method)
                && method.getMethodCallsFromSelf().stream().anyMatch(ReachabilityTest::isAddress);
    }

    private static boolean isAddress(JavaMethodCall call) {
        return call.getName().equals("address")
                && (call.getTargetOwner().isEquivalentTo(Memory.class)
                        || call.getTargetOwner().isEquivalentTo(RecordMemory.class));
    }

    private static boolean callsC(JavaMethod method) {
        return method.getMethodCallsFromSelf().stream()
                .anyMatch(call -> isNative(call) || ofSameClass(method, call).anyMatch(ReachabilityTest::callsC));
    }

    private static boolean isNative(JavaMethodCall call) {
        return !isAddress(call)
                && call.getTargetOwner().getPackageName().startsWith("io.verbena.jni")
                && call.getTarget()
                        .resolveMember()
                        .filter(target -> target.getModifiers().contains(JavaModifier.NATIVE))
                        .isPresent();
    }

    private static Stream<JavaMethod> ofSameClass(JavaMethod caller, JavaMethodCall call) {
        return call.getTargetOwner().equals(caller.getOwner())
                        && !call.getTarget().getFullName().equals(caller.getFullName())
                ? call.getTarget().resolveMember().stream()
                        .filter(JavaMethod.class::isInstance)
                        .map(JavaMethod.class::cast)
                : Stream.empty();
    }

    private static boolean fences(JavaMethod method) {
        return method.getMethodCallsFromSelf().stream()
                .anyMatch(call -> isFence(call) || usedBy(call).anyMatch(ReachabilityTest::fences));
    }

    private static boolean isFence(JavaMethodCall call) {
        return call.getTargetOwner().isEquivalentTo(Reference.class)
                && call.getName().equals("reachabilityFence");
    }

    /** Returns the target of a call that gives an object to {@link VerbsOutcome}, which keeps it reachable. */
    private static Stream<JavaMethod> usedBy(JavaMethodCall call) {
        return call.getTargetOwner().isAssignableTo(VerbsOutcome.class)
                        && call.getTarget().getRawParameterTypes().stream()
                                .anyMatch(type -> type.isEquivalentTo(Object.class))
                ? call.getTarget().resolveMember().stream()
                        .filter(JavaMethod.class::isInstance)
                        .map(JavaMethod.class::cast)
                : Stream.empty();
    }
}
