package io.verbena.spring.boot.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.spring.boot.Applications;
import io.verbena.spring.boot.subnet.SubnetService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The labels of nodes in a simulated cluster. host4 is at leaf1, and both spines are one vertex. */
class NodeLabelsTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String LEAF = "fabric.topograph.run/tier-0";
    private static final String SPINE = "fabric.topograph.run/tier-1";

    private final KubernetesMockServer server = new KubernetesMockServer(
            new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);
    private final ApplicationContextRunner application = Applications.embedded("fat-tree:2,4,4")
            .withConfiguration(AutoConfigurations.of(KubernetesAutoConfiguration.class))
            .withPropertyValues("rdma.kubernetes.labels=true")
            .withBean(KubernetesClient.class, server::createClient);

    @BeforeEach
    void start() {
        server.init();
    }

    @AfterEach
    void stop() {
        server.destroy();
    }

    private void node(KubernetesClient client, String name, Map<String, String> labels) {
        client.nodes()
                .resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withLabels(labels)
                        .endMetadata()
                        .build())
                .create();
    }

    private static Map<String, String> labels(KubernetesClient client, String name) {
        Node node = client.nodes().withName(name).get();
        Map<String, String> labels = node.getMetadata().getLabels();
        return labels == null ? Map.of() : labels;
    }

    @Test
    void labelsTheNodesOfTheFabricAndKeepsOtherLabels() {
        application.run(context -> {
            KubernetesClient client = context.getBean(KubernetesClient.class);
            node(client, "host4", Map.of("zone", "a", "fabric.topograph.run/tier-2", "old"));
            node(client, "elsewhere", Map.of(LEAF, "kept"));

            context.getBean(SubnetService.class).refresh();

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(labels(client, "host4"))
                            .isEqualTo(Map.of("zone", "a", LEAF, "leaf1", SPINE, "spine0")));
            assertThat(labels(client, "elsewhere")).isEqualTo(Map.of(LEAF, "kept"));
        });
    }

    @Test
    void repairsALabelThatSomebodyChangedAndSendsNoOtherChanges() {
        application.run(context -> {
            KubernetesClient client = context.getBean(KubernetesClient.class);
            node(client, "host4", Map.of());
            node(client, "host8", Map.of());
            SubnetService subnet = context.getBean(SubnetService.class);
            subnet.refresh();
            await().atMost(SOON)
                    .until(() -> labels(client, "host8").containsKey(LEAF)
                            && labels(client, "host4").containsKey(LEAF));
            String version =
                    client.nodes().withName("host8").get().getMetadata().getResourceVersion();
            client.nodes().withName("host4").edit(node -> {
                node.getMetadata().getLabels().put(LEAF, "wrong");
                return node;
            });

            subnet.refresh();

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(labels(client, "host4")).containsEntry(LEAF, "leaf1"));
            assertThat(client.nodes().withName("host8").get().getMetadata().getResourceVersion())
                    .isEqualTo(version);
        });
    }

    @Test
    void anIncompleteReadingChangesNothing() {
        application.run(context -> {
            KubernetesClient client = context.getBean(KubernetesClient.class);
            node(client, "host8", Map.of(LEAF, "before"));
            SubnetService subnet = context.getBean(SubnetService.class);
            context.getBean(EmbeddedFabric.class).node("host4").silence();
            subnet.refresh();
            assertThat(server.getRequestCount()).as("only the creation").isEqualTo(1);
            context.getBean(EmbeddedFabric.class).heal();

            subnet.refresh();

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(labels(client, "host8")).containsEntry(LEAF, "leaf2"));
        });
    }

    @Test
    void labelsOnlySelectedNodes() {
        application.withPropertyValues("rdma.kubernetes.selector=rdma=true").run(context -> {
            KubernetesClient client = context.getBean(KubernetesClient.class);
            node(client, "host4", Map.of("rdma", "true"));
            node(client, "host8", Map.of());

            context.getBean(SubnetService.class).refresh();

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(labels(client, "host4")).containsEntry(LEAF, "leaf1"));
            assertThat(labels(client, "host8")).isEmpty();
        });
    }

    @Test
    void theMapOfHostsNamesTheNodes(@TempDir Path directory) throws Exception {
        Path map = directory.resolve("hosts.map");
        try (EmbeddedFabric fabric = EmbeddedFabric.open("fat-tree:2,4,4")) {
            Files.writeString(map, fabric.node("host4").guid().toHex() + " \"worker-7\"\n");
        }
        application
                .withPropertyValues("rdma.kubernetes.hosts=" + map, "rdma.kubernetes.rail=1")
                .run(context -> {
                    KubernetesClient client = context.getBean(KubernetesClient.class);
                    node(client, "worker-7", Map.of());

                    context.getBean(SubnetService.class).refresh();

                    await().atMost(SOON)
                            .untilAsserted(
                                    () -> assertThat(labels(client, "worker-7")).containsEntry(LEAF, "leaf1"));
                });
    }

    @Test
    void isThereOnlyIfItIsEnabled() {
        application
                .withPropertyValues("rdma.kubernetes.labels=false")
                .run(context -> assertThat(context).doesNotHaveBean(NodeLabels.class));
        Applications.embedded("fat-tree:2,4,4")
                .withConfiguration(AutoConfigurations.of(KubernetesAutoConfiguration.class))
                .withPropertyValues("rdma.kubernetes.labels=true")
                .withClassLoader(new FilteredClassLoader("io.fabric8"))
                .run(context -> assertThat(context).doesNotHaveBean("rdmaNodeLabels"));
    }

    @Test
    void anInvalidRailFailsTheStart() {
        application
                .withPropertyValues("rdma.kubernetes.rail=0")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("rdma.kubernetes.rail is 0; the first link of a host has number 1"));
    }
}
