package io.verbena.mad;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Layout;
import io.verbena.iba.Structure;
import io.verbena.iba.Structures;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every request in the table of facts has a typed operation. */
class TypedCallsTest {
    /** Requests that agents and the subnet administration send, which a server handles. */
    private static final Set<String> REPORTS =
            Set.of("SubnTrapRepress", "BMTrap", "DevMgtTrap", "CongestionControlTrap", "SubnAdmReport");

    /** Returns the requests of the attributes in the table. */
    static Stream<String> requests() {
        Set<String> methods = new TreeSet<>();
        for (String name : Structures.names()) {
            Class<?> type = Structures.byName(name).map(Layout::type).orElseThrow();
            Arrays.stream(type.getInterfaces()).map(Class::getSimpleName).forEach(methods::add);
        }
        methods.removeAll(REPORTS);
        return methods.stream();
    }

    /** The requests in the tables of python-rdma are in the table of facts. */
    @Test
    void theTableListsTheRequestsOfEachClass() {
        assertThat(requests())
                .containsExactly(
                        "BMGet",
                        "BMSet",
                        "CommMgtGet",
                        "CommMgtSend",
                        "CommMgtSet",
                        "CongestionControlGet",
                        "CongestionControlSet",
                        "DevMgtGet",
                        "DevMgtSet",
                        "PerformanceGet",
                        "PerformanceSet",
                        "SNMPGet",
                        "SNMPSend",
                        "SNMPSet",
                        "SubnAdmDelete",
                        "SubnAdmGet",
                        "SubnAdmGetMulti",
                        "SubnAdmGetTable",
                        "SubnAdmGetTraceTable",
                        "SubnAdmSet",
                        "SubnGet",
                        "SubnSet",
                        "SubnTrap");
    }

    @ParameterizedTest
    @MethodSource("requests")
    void eachRequestHasABlockingAndAnAsynchronousCall(String request) {
        String call = decapitalized(request);

        assertThat(calls(MadTransactor.class, call)).as(call).isNotEmpty();
        assertThat(calls(AsyncMadTransactor.class, call))
                .as("async " + call)
                .isNotEmpty()
                .allSatisfy(method -> assertThat(method.getReturnType()).isEqualTo(CompletableFuture.class));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void aCallAcceptsOnlyItsAttributes(String request) {
        assertThat(calls(AsyncMadTransactor.class, decapitalized(request))).allSatisfy(method -> {
            Stream<String> bounds = Arrays.stream(method.getTypeParameters())
                    .flatMap(variable -> Arrays.stream(variable.getBounds()))
                    .map(bound -> bound.getTypeName());
            Stream<String> parameters = Arrays.stream(method.getParameterTypes())
                    .filter(Structure.class::isAssignableFrom)
                    .flatMap(type -> Arrays.stream(type.getInterfaces()))
                    .map(Class::getName);
            // A trace is requested with a PathRecord.
            assertThat(Stream.of(bounds, parameters, Stream.of(String.valueOf(method.getGenericReturnType())))
                            .flatMap(all -> all))
                    .anySatisfy(type -> assertThat(type)
                            .containsPattern("io.verbena.iba." + request + "$|io.verbena.iba.TraceRecord"));
        });
    }

    private static Method[] calls(Class<?> transactor, String name) {
        return Arrays.stream(transactor.getMethods())
                .filter(method -> method.getName().equals(name))
                .toArray(Method[]::new);
    }

    /** Returns {@code snmpGet} for {@code SNMPGet}. */
    private static String decapitalized(String name) {
        int capitals = 1;
        while (Character.isUpperCase(name.charAt(capitals))) {
            capitals++;
        }
        int head = capitals == 1 ? 1 : capitals - 1;
        return name.substring(0, head).toLowerCase(Locale.ROOT) + name.substring(head);
    }
}
