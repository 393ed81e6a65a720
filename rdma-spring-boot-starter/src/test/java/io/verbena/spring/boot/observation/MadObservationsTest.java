package io.verbena.spring.boot.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.verbena.iba.NodeInfo;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.spring.boot.Applications;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

class MadObservationsTest {
    private final List<String> stopped = new CopyOnWriteArrayList<>();
    private final ApplicationContextRunner application = Applications.embedded("two-node")
            .withConfiguration(AutoConfigurations.of(RdmaObservationAutoConfiguration.class))
            .withBean(ObservationRegistry.class, this::registry);

    private ObservationRegistry registry() {
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onStop(Observation.Context context) {
                stopped.add(context.getName() + " " + context.getContextualName() + " "
                        + context.getLowCardinalityKeyValues().stream()
                                .filter(pair -> pair.getKey().equals("outcome"))
                                .map(KeyValue::getValue)
                                .toList());
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
        return registry;
    }

    @Test
    void eachRequestIsObserved() {
        application.withPropertyValues("rdma.observations=true").run(context -> {
            ask(context);
            assertThat(stopped).containsExactly("rdma.mad SubnGet(NodeInfo) [success]");
        });
    }

    @Test
    void conventionOfTheApplicationReplacesTheDefault() {
        application
                .withPropertyValues("rdma.observations=true")
                .withBean(MadObservationConvention.class, () -> new MadObservationConvention() {
                    @Override
                    public String getName() {
                        return "fabric.request";
                    }
                })
                .run(context -> {
                    ask(context);
                    assertThat(stopped).containsExactly("fabric.request SubnGet(NodeInfo) [success]");
                });
    }

    @Test
    void observationsAreDisabledByDefault() {
        application.run(context -> {
            ask(context);
            assertThat(stopped).isEmpty();
        });
    }

    private static void ask(ApplicationContext context) {
        NodeInfo info = context.getBean(MadTransactor.class).subnGet(NodeInfo.class, DirectedPath.self(), 0);
        assertThat(info.numPorts()).isPositive();
    }
}
