package io.verbena.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.verbena.diag.NodePaths;
import io.verbena.diag.counters.CounterSweep;
import io.verbena.diag.counters.CounterSweep.Extra;
import io.verbena.diag.counters.PortCounts;
import io.verbena.diag.counters.WaitTick;
import io.verbena.diag.validate.FabricFinding;
import io.verbena.diag.validate.FabricState;
import io.verbena.diag.validate.FabricState.Counters;
import io.verbena.diag.validate.FabricValidation;
import io.verbena.diag.validate.FindingKind;
import io.verbena.diag.validate.ValidationOptions;
import io.verbena.error.RdmaException;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.NodeType;
import io.verbena.iba.PortSamplesControl;
import io.verbena.mad.AsyncMadTransactor;
import io.verbena.mad.MadTransactor;
import io.verbena.subnet.NodeNameMap;
import io.verbena.topology.Topology;
import io.verbena.topology.Topology.TopologyNode;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The duration of a tick of PortXmitWait. */
class WaitTickTest {

    /** Returns a fabric whose switches are of another device. */
    private static EmbeddedFabric fabric(int device) {
        try (EmbeddedFabric usual = EmbeddedFabric.open("fat-tree:1,2,1")) {
            return EmbeddedFabric.open(new Topology(usual.topology().nodes().stream()
                    .map(node -> node.type() == NodeType.SWITCH ? with(node, device) : node)
                    .toList()));
        }
    }

    private static TopologyNode with(TopologyNode node, int device) {
        return new TopologyNode(
                node.id(),
                node.type(),
                node.numPorts(),
                node.vendorId(),
                device,
                node.systemImageGuid(),
                node.nodeGuid(),
                node.portZeroGuid(),
                node.description(),
                node.enhancedPortZero(),
                node.portZeroLid(),
                node.portZeroLmc(),
                node.ports());
    }

    private static CounterSweep.Outcome read(CounterSweep sweep, ValidatedFabric fabric) {
        return sweep.runAsync(fabric.subnet().nodes(), NodePaths.withoutAdministration())
                .join();
    }

    private static PortCounts spine(CounterSweep.Outcome outcome) {
        return outcome.ports().stream()
                .filter(counts -> counts.port().node().description().equals("spine0")
                        && counts.port().number() == 1)
                .findFirst()
                .orElseThrow();
    }

    /** The tick of the embedded fabric has 32 octets. The links have four lanes of EDR or SDR. */
    @ParameterizedTest
    @CsvSource({
        "0xc738, EDR, 10.24",
        "0xcb20, EDR, 10.24",
        "0xcf08, SDR, 128",
        "0xd2f0, EDR, 2.56",
        "0xd2f2, SDR, 32",
        "0xd2f4, EDR, 2.56",
        "0x1234, EDR, -1"
    })
    void dependsOnTheDeviceAndOnTheSpeed(String device, LaneSpeed speed, double nanos) {
        EmbeddedFabric limited = fabric(Integer.decode(device));
        limited.node("spine0").port(1).limit(speed);
        limited.node("spine0").port(1).count("portXmitWait", 1);
        try (ValidatedFabric fabric = new ValidatedFabric(limited)) {
            PortCounts counts = spine(read(new CounterSweep(fabric.mad(), Set.of(Extra.WAIT_TICK)), fabric));
            assertThat(counts.waitTick()).hasValue(new WaitTick(32));
            assertThat(counts.nanosPerTick().orElse(-1)).isCloseTo(nanos, within(0.001));
        }
    }

    /** Four lanes of EDR carry four octets in 0.31 ns. A port is congested if it waited for more than half of the time. */
    @ParameterizedTest
    @CsvSource({
        "0xc738, 58600000, waited for credits during 60 %",
        "0xc738, 40000000, ''",
        "0x1234, 58600000, ''",
        "0x1234, 1934000000, waited for credits during about 60 %"
    })
    void decidesWhetherAPortIsCongested(String device, long ticks, String evidence) {
        try (ValidatedFabric fabric = new ValidatedFabric(fabric(Integer.decode(device)))) {
            CounterSweep sweep = new CounterSweep(fabric.mad(), Set.of(Extra.WAIT_TICK));
            CounterSweep.Outcome first = read(sweep, fabric);
            fabric.fabric().node("spine0").port(1).count("portXmitWait", ticks);
            Counters counters = new Counters(first, read(sweep, fabric), Duration.ofSeconds(1));

            String found = new FabricValidation(ValidationOptions.DEFAULTS)
                            .run(FabricState.builder(fabric.subnet(), NodeNameMap.EMPTY)
                                    .counters(counters)
                                    .build())
                            .findings()
                            .stream()
                            .filter(finding -> finding.id().equals(FindingKind.CONGESTION.id()))
                            .map(FabricFinding::evidence)
                            .collect(Collectors.joining());

            assertThat(found).contains(evidence).matches(text -> text.isEmpty() == evidence.isEmpty());
        }
    }

    @Test
    void isReadOnRequestOnly() {
        try (ValidatedFabric fabric = new ValidatedFabric(EmbeddedFabric.open("fat-tree:1,2,1"))) {
            PortCounts counts = spine(read(new CounterSweep(fabric.mad()), fabric));
            assertThat(counts.waitTick()).isEmpty();
            assertThat(counts.nanosPerTick()).isEqualTo(OptionalDouble.empty());
        }
    }

    @Test
    void isReadFromNodesThatHaveWaited() {
        try (ValidatedFabric fabric = new ValidatedFabric(EmbeddedFabric.open("fat-tree:1,2,1"))) {
            AtomicInteger asked = new AtomicInteger();
            CounterSweep sweep = new CounterSweep(withoutSamples(fabric.mad(), asked), Set.of(Extra.WAIT_TICK));
            read(sweep, fabric);
            assertThat(asked).hasValue(0);
            fabric.fabric().node("spine0").port(2).count("portXmitWait", 1);
            read(sweep, fabric);
            assertThat(asked).hasValue(1);
        }
    }

    @Test
    void aNodeThatDoesNotRespondIsAskedTwiceAndIsNoFailure() {
        try (ValidatedFabric fabric = new ValidatedFabric(EmbeddedFabric.open("fat-tree:1,2,1"))) {
            fabric.fabric().node("spine0").port(1).count("portXmitWait", 1);
            AtomicInteger asked = new AtomicInteger();
            CounterSweep sweep = new CounterSweep(withoutSamples(fabric.mad(), asked), Set.of(Extra.WAIT_TICK));
            for (int i = 1; i <= 4; i++) {
                CounterSweep.Outcome outcome = read(sweep, fabric);
                assertThat(outcome.failures()).isEmpty();
                assertThat(outcome.ports())
                        .isNotEmpty()
                        .allMatch(counts -> counts.waitTick().isEmpty());
                assertThat(asked).hasValue(Math.min(i, 2));
            }
        }
    }

    /** Returns a transactor whose requests for PortSamplesControl time out. */
    private static MadTransactor withoutSamples(MadTransactor mad, AtomicInteger asked) {
        return proxy(MadTransactor.class, (proxy, method, arguments) -> {
            Object result = method.invoke(mad, arguments);
            return result instanceof MadTransactor other
                    ? withoutSamples(other, asked)
                    : result instanceof AsyncMadTransactor async ? withoutSamples(async, asked) : result;
        });
    }

    private static AsyncMadTransactor withoutSamples(AsyncMadTransactor mad, AtomicInteger asked) {
        return proxy(AsyncMadTransactor.class, (proxy, method, arguments) -> {
            if (arguments != null && arguments[0] instanceof PortSamplesControl) {
                asked.incrementAndGet();
                return CompletableFuture.failedFuture(new RdmaException("timed out"));
            }
            return method.invoke(mad, arguments);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(WaitTickTest.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
