package io.verbena.spring.boot.kubernetes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.verbena.diag.scheduler.KubernetesTopology;
import io.verbena.diag.scheduler.SchedulerTree;
import io.verbena.error.RdmaException;
import io.verbena.spring.boot.subnet.SubnetListener;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import io.verbena.subnet.NodeNameMap;
import io.verbena.subnet.Subnet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the labels of Kubernetes nodes current: after each reading of the subnet, it changes the labels with the prefix
 * {@link KubernetesTopology#TIER} of nodes whose place in the fabric differs from their labels. A reading with failures
 * changes nothing, because switches may be missing in it, and a node that is not in the fabric keeps its labels. A
 * thread of its own sends the requests.
 */
final class NodeLabels implements SubnetListener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLabels.class);
    private static final long CLOSE_SECONDS = 5;

    private final KubernetesClient client;
    private final KubernetesProperties properties;
    private final @Nullable NodeNameMap hosts;
    private final AtomicReference<@Nullable Subnet> waiting = new AtomicReference<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread created = new Thread(task, "verbena-kubernetes");
        created.setDaemon(true);
        return created;
    });
    private volatile String lastFailure = "";

    NodeLabels(KubernetesClient client, KubernetesProperties properties, @Nullable NodeNameMap hosts) {
        this.client = client;
        this.properties = properties;
        this.hosts = hosts;
    }

    @Override
    public void refreshed(@Nullable SubnetSnapshot before, SubnetSnapshot after) {
        Subnet subnet = after.subnet();
        if (!subnet.failures().isEmpty()) {
            LOG.debug("The labels of nodes remain, because part of the subnet could not be read");
            return;
        }
        // Of several readings during a slow request, only the last one counts.
        if (waiting.getAndSet(subnet) == null) {
            try {
                thread.execute(this::update);
            } catch (RejectedExecutionException e) {
                LOG.debug("The application is stopping");
            }
        }
    }

    private void update() {
        Subnet subnet = waiting.getAndSet(null);
        if (subnet == null) {
            return;
        }
        try {
            Map<String, Map<String, String>> labels = KubernetesTopology.labels(
                    SchedulerTree.of(subnet, node -> SchedulerTree.hostName(node, hosts), properties.rail()));
            for (Node node : nodes()) {
                Map<String, String> wanted = labels.get(node.getMetadata().getName());
                if (wanted != null) {
                    label(node, wanted);
                }
            }
            lastFailure = "";
        } catch (RdmaException | KubernetesClientException e) {
            String reason = String.valueOf(e.getMessage());
            if (!reason.equals(lastFailure) && !thread.isShutdown()) {
                LOG.warn("The nodes of Kubernetes could not be labeled: {}", reason);
            }
            lastFailure = reason;
        }
    }

    private List<Node> nodes() {
        String selector = properties.selector();
        return selector == null
                ? client.nodes().list().getItems()
                : client.nodes().withLabelSelector(selector).list().getItems();
    }

    private void label(Node node, Map<String, String> wanted) {
        String name = node.getMetadata().getName();
        Map<String, String> present = tiers(node);
        if (!present.equals(wanted)) {
            client.nodes().withName(name).edit(current -> {
                Map<String, String> all = new HashMap<>(labels(current));
                all.keySet().removeIf(key -> key.startsWith(KubernetesTopology.TIER));
                all.putAll(wanted);
                current.getMetadata().setLabels(all);
                return current;
            });
            LOG.info("Labeled the node {}: {}; before: {}", name, wanted, present);
        }
    }

    private static Map<String, String> tiers(Node node) {
        Map<String, String> tiers = new HashMap<>(labels(node));
        tiers.keySet().removeIf(key -> !key.startsWith(KubernetesTopology.TIER));
        return tiers;
    }

    private static Map<String, String> labels(Node node) {
        @Nullable Map<String, String> labels = node.getMetadata().getLabels();
        return labels == null ? Map.of() : labels;
    }

    @Override
    public void close() {
        thread.shutdownNow();
        try {
            boolean unused = thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
