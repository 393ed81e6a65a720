package io.verbena.spring.boot.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.spring.boot.Fabrics;
import io.verbena.spring.boot.connection.RdmaHandler;
import io.verbena.spring.boot.connection.RdmaTemplate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Tests the observations of clients and servers, and the documentation of all observations. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RequestObservationsTest {
    private final Map<String, Observation.Context> stopped = new ConcurrentHashMap<>();
    private final ObservationRegistry registry = registry();
    private final ApplicationContextRunner application = Fabrics.twoNodes()
            .withConfiguration(AutoConfigurations.of(RdmaObservationAutoConfiguration.class))
            .withBean(ObservationRegistry.class, () -> registry)
            .withBean(RdmaHandler.class, () -> RdmaHandler.text("ingest", this::answer))
            .withPropertyValues(
                    "rdma.observations=true",
                    "rdma.servers.ingest.address=10.0.0.1",
                    "rdma.servers.ingest.port=7471",
                    "rdma.clients.orders.address=10.0.0.1",
                    "rdma.clients.orders.port=7471",
                    "rdma.clients.orders.retries=0",
                    "rdma.clients.orders.timeout=5s");

    private String answer(String text) {
        if (text.equals("fail")) {
            throw new IllegalStateException("no answer to this");
        }
        Observation current = registry.getCurrentObservation();
        return current == null ? "nothing" : String.valueOf(current.getContext().getName());
    }

    private ObservationRegistry registry() {
        ObservationRegistry made = ObservationRegistry.create();
        made.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onStop(Observation.Context context) {
                stopped.put(context.getName(), context);
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        return made;
    }

    private static String ask(ApplicationContext context, String text) throws Exception {
        return context.getBean(RdmaTemplate.class).requestAsync(text).get(5, TimeUnit.SECONDS);
    }

    private Observation.Context stopped(String name) {
        Awaitility.await().until(() -> stopped.containsKey(name));
        return Objects.requireNonNull(stopped.get(name));
    }

    private static Stream<String> keys(KeyValues values) {
        return values.stream().map(value -> value.getKey() + "=" + value.getValue());
    }

    @Test
    void bothSidesOfARequestAreObserved() {
        application.run(context -> {
            assertThat(ask(context, "hello")).isEqualTo("rdma.server.requests");

            Observation.Context client = stopped("rdma.client.requests");
            assertThat(client).isInstanceOf(SenderContext.class);
            assertThat(client.getContextualName()).isEqualTo("orders request");
            assertThat(keys(client.getLowCardinalityKeyValues()))
                    .containsExactlyInAnyOrder("client=orders", "outcome=success");
            assertThat(keys(client.getHighCardinalityKeyValues()))
                    .containsExactlyInAnyOrder("peer=10.0.0.1:7471", "bytes=5");

            Observation.Context server = stopped("rdma.server.requests");
            assertThat(server).isInstanceOf(ReceiverContext.class);
            assertThat(keys(server.getLowCardinalityKeyValues()))
                    .containsExactlyInAnyOrder("server=ingest", "outcome=success");
            assertThat(keys(server.getHighCardinalityKeyValues()))
                    .containsExactlyInAnyOrder("peer=10.0.0.1", "bytes=5");
        });
    }

    @Test
    void failedListenerIsAnErrorAtTheServerAndARefusalAtTheClient() {
        application.run(context -> {
            assertThatThrownBy(() -> ask(context, "fail")).hasMessageContaining("no answer to this");

            assertThat(keys(stopped("rdma.client.requests").getLowCardinalityKeyValues()))
                    .contains("outcome=refused");
            assertThat(keys(stopped("rdma.server.requests").getLowCardinalityKeyValues()))
                    .contains("outcome=error");
        });
    }

    @Test
    void missingServerIsAnError() {
        application.withPropertyValues("rdma.clients.orders.port=7472").run(context -> {
            assertThatThrownBy(() -> ask(context, "hello")).hasMessageContaining("RDMA client 'orders'");

            assertThat(keys(stopped("rdma.client.requests").getLowCardinalityKeyValues()))
                    .contains("outcome=error");
            assertThat(stopped).doesNotContainKey("rdma.server.requests");
        });
    }

    @Test
    void conventionsOfTheApplicationReplaceTheDefaults() {
        application
                .withBean(RequestObservationConvention.class, () -> new RequestObservationConvention() {
                    @Override
                    public String getName() {
                        return "orders";
                    }
                })
                .withBean(ListenerObservationConvention.class, () -> new ListenerObservationConvention() {
                    @Override
                    public String getName() {
                        return "ingest";
                    }
                })
                .run(context -> {
                    assertThat(ask(context, "hello")).isEqualTo("ingest");
                    assertThat(stopped("orders").getContextualName()).isEqualTo("orders request");
                });
    }

    @Test
    void observationsAreDisabledByDefault() {
        application.withPropertyValues("rdma.observations=false").run(context -> {
            assertThat(ask(context, "hello")).isEqualTo("nothing");
            assertThat(stopped).isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource
    void documentationMatchesTheConventions(RdmaObservation observation) {
        application.run(context -> {
            ask(context, "hello");
            NodeInfo own = context.getBean(MadTransactor.class).subnGet(NodeInfo.class, DirectedPath.self(), 0);
            assertThat(own.numPorts()).isPositive();

            Observation.Context observed = stopped(observation.observed());
            assertThat(observed.getLowCardinalityKeyValues().stream().map(KeyValue::getKey))
                    .containsExactlyInAnyOrderElementsOf(names(observation.getLowCardinalityKeyNames()));
            assertThat(observed.getHighCardinalityKeyValues().stream().map(KeyValue::getKey))
                    .containsExactlyInAnyOrderElementsOf(names(observation.getHighCardinalityKeyNames()));
        });
    }

    private static List<String> names(KeyName[] keys) {
        return Stream.of(keys).map(KeyName::asString).toList();
    }
}
