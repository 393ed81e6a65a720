package io.verbena.monitor.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import io.verbena.monitor.collect.CollectorProperties;
import io.verbena.monitor.collect.MonitorRoles;
import io.verbena.monitor.kafka.KafkaChannelProperties;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.autoconfigure.ssl.SslProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

/** The chart, checked and rendered by Helm, and the manifests, which are rendered from it. */
class HelmChartTest {
    private static final Helm CHART = new Helm(Path.of("dist/helm/verbena-monitor"));
    private static final Path MANIFESTS = Path.of("dist/kubernetes");
    private static final Pattern DOCUMENT = Pattern.compile("^---$", Pattern.MULTILINE);
    private static final String POD = "spec.template.spec.";
    private static final String CONTAINER = POD + "containers[0].";
    private static final String SPLIT = """
            usersSecret: users
            databaseSecret: database
            kafka: {bootstrapServers: "one:9092,two:9092", replicas: 3, secret: login}
            collectors:
              - {name: east, nodeSelector: {subnet: east}, endPort: mlx5_0/1}
              - {name: west, subnet: West, umad: {resource: rdma/umad}, volume: {size: 5Gi}, environment: {A_B: "1"}}
            environment: {A_B: "0"}
            aggregators: {replicas: 3}
            """;

    @TempDir
    Path directory;

    private static TemplateCommand template() {
        return CHART.template().withName("test").set("usersSecret", "users");
    }

    private TemplateCommand template(String values) throws IOException {
        return CHART.template()
                .withName("test")
                .withValuesFile(Files.writeString(directory.resolve("values.yaml"), values));
    }

    /** Returns the properties of the objects by their kind and name. */
    private static Map<String, Properties> render(TemplateCommand command) {
        Map<String, Properties> objects = new LinkedHashMap<>();
        for (String document : DOCUMENT.split(command.call(), -1)) {
            YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
            yaml.setResources(new ByteArrayResource(document.getBytes(StandardCharsets.UTF_8)));
            Properties properties = yaml.getObject();
            if (properties != null && !properties.isEmpty()) {
                String name = properties.getProperty("kind") + " " + properties.getProperty("metadata.name");
                assertThat(objects.put(name, properties)).as(name).isNull();
            }
        }
        return objects;
    }

    private static Properties single(TemplateCommand command) {
        Map<String, Properties> objects = render(command);
        assertThat(objects).containsOnlyKeys("Service test-monitor", "StatefulSet test-monitor");
        return object(objects, "StatefulSet test-monitor");
    }

    private static Properties object(Map<String, Properties> objects, String name) {
        Properties found = objects.get(name);
        assertThat(found).as(name).isNotNull();
        return found;
    }

    /** Returns the entries of a list of objects, such as the variables of a container, by their name. */
    private static Map<String, String> named(Properties object, String list, String value) {
        Map<String, String> found = new LinkedHashMap<>();
        for (int i = 0; object.containsKey(list + "[" + i + "].name"); i++) {
            String entry = list + "[" + i + "].";
            found.put(object.getProperty(entry + "name"), String.valueOf(object.get(entry + value)));
        }
        return found;
    }

    private static List<String> secrets(Properties object) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String name = object.getProperty(CONTAINER + "envFrom[" + i + "].secretRef.name");
            if (name != null) {
                names.add(name);
            }
        }
        return names;
    }

    private static Map<String, Object> variables(Map<String, Properties> objects, String name) {
        Map<String, Object> variables = new LinkedHashMap<>();
        Properties shared = object(objects, "ConfigMap test-kafka");
        for (String key : shared.stringPropertyNames()) {
            if (key.startsWith("data.")) {
                variables.put(key.substring("data.".length()), shared.getProperty(key));
            }
        }
        variables.putAll(named(object(objects, name), CONTAINER + "env", "value"));
        return variables;
    }

    /** Returns what Spring Boot makes of the variables of a container. */
    private static Binder binder(Map<String, Object> variables) {
        return new Binder(ConfigurationPropertySources.from(new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables)));
    }

    @Test
    void helmFindsNoFault() {
        LintResult result = CHART.lint().strict().call();
        assertThat(result.isFailed()).as(result.getMessages().toString()).isFalse();
    }

    @Test
    void theServiceSelectsThePod() {
        Map<String, Properties> objects = render(template());
        Properties service = object(objects, "Service test-monitor");
        Properties pod = object(objects, "StatefulSet test-monitor");
        for (String label : List.of("app.kubernetes.io/name", "app.kubernetes.io/instance")) {
            assertThat(service.getProperty("spec.selector." + label))
                    .isNotNull()
                    .isEqualTo(pod.getProperty("spec.selector.matchLabels." + label))
                    .isEqualTo(pod.getProperty("spec.template.metadata.labels." + label));
        }
    }

    @Test
    void aDeviceOfTheHostNeedsAPrivilegedContainer() {
        assertThat(single(template()))
                .containsEntry(CONTAINER + "securityContext.privileged", true)
                .containsEntry(POD + "volumes[1].hostPath.type", "CharDevice");
    }

    @Test
    void aDevicePlugInNeedsNone() {
        assertThat(single(template().set("umad.path", "").set("umad.resource", "rdma/umad")))
                .containsEntry(CONTAINER + "resources.limits.rdma/umad", 1)
                .containsEntry(CONTAINER + "resources.limits.memory", "2Gi")
                .containsEntry(CONTAINER + "securityContext.allowPrivilegeEscalation", false)
                .doesNotContainKey(CONTAINER + "securityContext.privileged");
    }

    @Test
    void withKafkaEachSubnetHasACollector() throws IOException {
        Map<String, Properties> objects = render(template(SPLIT));
        assertThat(objects)
                .containsOnlyKeys(
                        "PodDisruptionBudget test-aggregator",
                        "ConfigMap test-kafka",
                        "Service test-collectors",
                        "Service test-monitor",
                        "Deployment test-aggregator",
                        "Deployment test-page",
                        "StatefulSet test-collector-east",
                        "StatefulSet test-collector-west");
        Properties east = object(objects, "StatefulSet test-collector-east");
        Properties west = object(objects, "StatefulSet test-collector-west");
        assertThat(east)
                .containsEntry("spec.replicas", 1)
                .containsEntry("spec.serviceName", "test-collectors")
                .containsEntry(POD + "nodeSelector.subnet", "east")
                .containsEntry(CONTAINER + "volumeMounts[0].mountPath", "/var/lib/verbena")
                .containsEntry(CONTAINER + "securityContext.privileged", true)
                .containsEntry("spec.volumeClaimTemplates[0].spec.resources.requests.storage", "20Gi");
        assertThat(west)
                .containsEntry(CONTAINER + "resources.limits.rdma/umad", 1)
                .doesNotContainKey(CONTAINER + "securityContext.privileged")
                .containsEntry("spec.volumeClaimTemplates[0].spec.resources.requests.storage", "5Gi");
        assertThat(named(east, CONTAINER + "env", "value"))
                .containsEntry("RDMA_END_PORT", "mlx5_0/1")
                .containsEntry("A_B", "0");
        assertThat(named(west, CONTAINER + "env", "value"))
                .containsEntry("MONITOR_COLLECTOR_SUBNET", "West")
                .containsEntry("A_B", "1");
        assertThat(secrets(east)).as("a collector has no database").containsExactly("users", "login");
        assertThat(secrets(object(objects, "Deployment test-aggregator")))
                .containsExactly("users", "database", "login");
        assertThat(object(objects, "Deployment test-page"))
                .containsEntry("spec.replicas", 1)
                .containsEntry("spec.strategy.type", "Recreate");
    }

    @Test
    void eachSelectorSelectsItsPodsOnly() throws IOException {
        Map<String, Properties> objects = render(template(SPLIT));
        assertThat(selected(objects, "Service test-monitor", "spec.selector.")).containsExactly("Deployment test-page");
        assertThat(selected(objects, "Service test-collectors", "spec.selector."))
                .containsExactly("StatefulSet test-collector-east", "StatefulSet test-collector-west");
        assertThat(selected(objects, "PodDisruptionBudget test-aggregator", "spec.selector.matchLabels."))
                .containsExactly("Deployment test-aggregator");
        for (String name : objects.keySet()) {
            if (name.matches("(Deployment|StatefulSet) .*")) {
                assertThat(selected(objects, name, "spec.selector.matchLabels."))
                        .containsExactly(name);
            }
        }
    }

    /** Returns the workloads whose pods have all labels of a selector. */
    private static List<String> selected(Map<String, Properties> objects, String selecting, String prefix) {
        Properties selector = object(objects, selecting);
        List<String> labels = selector.stringPropertyNames().stream()
                .filter(key -> key.startsWith(prefix))
                .toList();
        assertThat(labels).isNotEmpty();
        return objects.entrySet().stream()
                .filter(each -> each.getKey().matches("(Deployment|StatefulSet) .*"))
                .filter(each -> labels.stream()
                        .allMatch(label -> selector.getProperty(label)
                                .equals(each.getValue()
                                        .getProperty(
                                                "spec.template.metadata.labels." + label.substring(prefix.length())))))
                .map(Map.Entry::getKey)
                .toList();
    }

    @Test
    void variablesArePropertiesOfTheMonitor() throws IOException {
        Map<String, Properties> objects = render(template(SPLIT + "fabric: embedded\n")
                .set("kafka.tls.secret", "tls")
                .set("kafka.tls.clientCertificate", true));
        assertThat(roles(objects, "StatefulSet test-collector-east")).isEqualTo(new MonitorRoles(true, false, false));
        assertThat(roles(objects, "Deployment test-aggregator")).isEqualTo(new MonitorRoles(false, true, false));
        assertThat(roles(objects, "Deployment test-page")).isEqualTo(new MonitorRoles(false, false, true));

        Binder collector = binder(variables(objects, "StatefulSet test-collector-west"));
        assertThat(collector
                        .bind("monitor.collector", CollectorProperties.class)
                        .get()
                        .subnet())
                .isEqualTo("West");
        assertThat(collector.bind("rdma.fabric.type", String.class).get()).isEqualTo("embedded");
        KafkaChannelProperties channel =
                collector.bind("monitor.kafka", KafkaChannelProperties.class).get();
        assertThat(channel.enabled()).isTrue();
        assertThat(channel.partitions()).isEqualTo(12);
        assertThat(channel.replicas()).isEqualTo((short) 3);
        KafkaProperties kafka =
                collector.bind("spring.kafka", KafkaProperties.class).get();
        assertThat(kafka.getBootstrapServers()).containsExactly("one:9092", "two:9092");
        assertThat(kafka.getSsl().getBundle()).isEqualTo("kafka");
        assertThat(kafka.getSecurity().getProtocol()).isEqualTo("SSL");
        SslProperties ssl = collector.bind("spring.ssl", SslProperties.class).get();
        assertThat(ssl.getBundle().getPem().get("kafka")).isNotNull().satisfies(bundle -> {
            assertThat(bundle.getTruststore().getCertificate()).isEqualTo("file:/etc/verbena/kafka/ca.crt");
            assertThat(bundle.getKeystore().getCertificate()).isEqualTo("file:/etc/verbena/kafka/tls.crt");
            assertThat(bundle.getKeystore().getPrivateKey()).isEqualTo("file:/etc/verbena/kafka/tls.key");
        });
        assertThat(object(objects, "StatefulSet test-collector-west"))
                .containsEntry(CONTAINER + "volumeMounts[2].mountPath", "/etc/verbena/kafka")
                .containsEntry(POD + "volumes[1].secret.secretName", "tls");

        Binder page = binder(variables(objects, "Deployment test-page"));
        assertThat(page.bind("rdma.enabled", Boolean.class).get()).isFalse();
        assertThat(page.bind("spring.datasource.url", String.class).isBound())
                .as("it is in the secret")
                .isFalse();
    }

    private static MonitorRoles roles(Map<String, Properties> objects, String name) {
        return binder(variables(objects, name))
                .bind("monitor.roles", MonitorRoles.class)
                .get();
    }

    /** The keys that values.yaml names for the login at brokers. */
    @Test
    void aSecretWithALoginAtBrokersIsRead() {
        KafkaProperties kafka = binder(Map.of(
                        "SPRING_KAFKA_SECURITY_PROTOCOL", "SASL_SSL",
                        "SPRING_KAFKA_PROPERTIES_SASL_MECHANISM", "SCRAM-SHA-512",
                        "SPRING_KAFKA_PROPERTIES_SASL_JAAS_CONFIG", "org.example.Login required;"))
                .bind("spring.kafka", KafkaProperties.class)
                .get();
        assertThat(kafka.getSecurity().getProtocol()).isEqualTo("SASL_SSL");
        assertThat(kafka.getProperties())
                .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
                .containsEntry("sasl.jaas.config", "org.example.Login required;");
    }

    @ParameterizedTest
    @ValueSource(strings = {"usersSecret: users", SPLIT})
    void eachPodIsRestrictedAndProbed(String values) throws IOException {
        for (Map.Entry<String, Properties> each : render(template(values)).entrySet()) {
            Properties object = each.getValue();
            if (object.containsKey(CONTAINER + "name")) {
                assertThat(object)
                        .as(each.getKey())
                        .containsEntry(POD + "automountServiceAccountToken", false)
                        .containsEntry(POD + "securityContext.runAsNonRoot", true)
                        .containsEntry(POD + "securityContext.runAsUser", 10001)
                        .containsEntry(POD + "securityContext.seccompProfile.type", "RuntimeDefault")
                        .containsEntry(CONTAINER + "securityContext.readOnlyRootFilesystem", true)
                        .containsEntry(CONTAINER + "livenessProbe.httpGet.path", "/actuator/health/liveness")
                        .containsEntry(CONTAINER + "readinessProbe.httpGet.path", "/actuator/health/readiness")
                        .containsKey(CONTAINER + "startupProbe.failureThreshold")
                        .containsKey(CONTAINER + "resources.limits.memory");
                assertThat(named(object, CONTAINER + "volumeMounts", "mountPath"))
                        .containsEntry("tmp", "/tmp");
                if (!object.containsKey(CONTAINER + "securityContext.privileged")) {
                    assertThat(object)
                            .as(each.getKey())
                            .containsEntry(CONTAINER + "securityContext.capabilities.drop[0]", "ALL");
                }
            }
        }
    }

    @Test
    void collectorsCanBeUpgradedLater() throws IOException {
        Map<String, Properties> objects = render(template(SPLIT + "image: {tag: v2}\ncollectorTag: v1\n"));
        assertThat(object(objects, "StatefulSet test-collector-east"))
                .containsEntry(CONTAINER + "image", "verbena-monitor:v1");
        assertThat(object(objects, "Deployment test-aggregator"))
                .containsEntry(CONTAINER + "image", "verbena-monitor:v2");
    }

    @Test
    void collectorsCanBeAReleaseOfTheirOwn() throws IOException {
        assertThat(render(template(SPLIT)
                        .set("databaseSecret", "")
                        .set("aggregators.replicas", 0)
                        .set("page.enabled", false)))
                .containsOnlyKeys(
                        "ConfigMap test-kafka",
                        "Service test-collectors",
                        "StatefulSet test-collector-east",
                        "StatefulSet test-collector-west");
    }

    @Test
    void isScrapedAndProtectedOnDemand() {
        Map<String, Properties> objects = render(template()
                .set("networkPolicy.enabled", true)
                .set("scrape.annotations", true)
                .set("scrape.podMonitor", true)
                .set("scrape.secret", "viewer")
                .set("scrape.compat", "treydock"));
        assertThat(object(objects, "NetworkPolicy test-monitor"))
                .containsEntry("spec.ingress[0].ports[0].port", "http");
        assertThat(object(objects, "PodMonitor test-monitor"))
                .containsEntry("spec.podMetricsEndpoints[0].path", "/actuator/prometheus")
                .containsEntry("spec.podMetricsEndpoints[1].params.compat[0]", "treydock")
                .containsEntry("spec.podMetricsEndpoints[1].basicAuth.password.name", "viewer");
        assertThat(object(objects, "StatefulSet test-monitor"))
                .containsEntry("spec.template.metadata.annotations.prometheus.io/path", "/actuator/prometheus");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                              | usersSecret is required
            {usersSecret: u, umad: {path: ""}}                              | umad.path or umad.resource is required
            {usersSecret: u, umad: {resource: rdma/umad}}                   | exclude each other
            {usersSecret: u, collectors: [{name: east}]}                    | collectors need kafka.bootstrapServers
            {usersSecret: u, kafka: {secret: s}}                            | need kafka.bootstrapServers
            {usersSecret: u, kafka: {bootstrapServers: k}}                  | databaseSecret is required
            {usersSecret: u, kafka: {bootstrapServers: k}, aggregators: {replicas: 0}} | databaseSecret is required
            {usersSecret: u, kafka: {bootstrapServers: k}, page: {enabled: false}} | databaseSecret is required
            {usersSecret: u, databaseSecret: d, kafka: {bootstrapServers: k}, aggregators: {replicas: 13}} | would be idle
            {usersSecret: u, kafka: {bootstrapServers: k, tls: {clientCertificate: true}}, databaseSecret: d} | needs kafka.tls.secret
            {usersSecret: u, kafka: {bootstrapServers: k}, aggregators: {replicas: 0}, page: {enabled: false}} | nothing is left to run
            {usersSecret: u, databaseSecret: d, kafka: {bootstrapServers: k}, collectors: [{name: a}, {name: a}]} | have the name a
            {usersSecret: u, databaseSecret: d, kafka: {bootstrapServers: k}, collectors: [{name: a}, {name: b, subnet: a}]} | read the subnet a
            {usersSecret: u, databaseSecret: d, kafka: {bootstrapServers: k}, collectors: [{name: a, umad: {}}], umad: {path: ""}} | umad.path or umad.resource is required
            {usersSecret: u, scrape: {podMonitor: true}}                    | needs scrape.secret
            {usersSecret: u, userSecret: v}                                 | userSecret
            {usersSecret: u, kafka: {servers: k}}                           | servers
            {usersSecret: u, kafka: {bootstrapServers: k}, databaseSecret: d, collectors: [{name: East_1}]} | collectors
            {usersSecret: u, kafka: {bootstrapServers: k}, databaseSecret: d, collectors: [{subnet: east}]} | name
            {usersSecret: u, fabric: native}                                | fabric
            """)
    void wrongValuesAreRefused(String values, String message) throws IOException {
        TemplateCommand command = template(values);
        assertThatThrownBy(command::call).hasMessageContaining(message);
    }

    /** Values of the chart have one default each, so a value without a type in the schema would be refused. */
    @Test
    void theSchemaKnowsAllValues() throws IOException {
        String defaults = Files.readString(Path.of("dist/helm/verbena-monitor/values.yaml"));
        assertThat(render(template(defaults).set("usersSecret", "users")))
                .containsKeys("Service test-monitor", "StatefulSet test-monitor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"single", "split"})
    void theManifestsAreRenderedFromTheChart(String folder) throws IOException {
        Path written = Files.createDirectories(Path.of("target/kubernetes")).resolve(folder + ".yaml");
        Files.writeString(
                written,
                "# Rendered from dist/helm/verbena-monitor with values.yaml; HelmChartTest compares it.\n"
                        + CHART.template()
                                .withName("verbena")
                                .withValuesFile(MANIFESTS.resolve(folder).resolve("values.yaml"))
                                .call());
        assertThat(MANIFESTS.resolve(folder).resolve("monitor.yaml"))
                .as("the expected content is in %s; copy it", written)
                .hasSameTextualContentAs(written);
    }

    static boolean hasKubectl() {
        return Files.isExecutable(Path.of("/usr/bin/kubectl"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"single", "split"})
    @EnabledIf(value = "hasKubectl", disabledReason = "not installed: kubernetes-client")
    void kustomizeAcceptsTheManifests(String folder) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "kubectl", "kustomize", MANIFESTS.resolve(folder).toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output)
                .contains("image: registry.example.org/verbena-monitor:")
                .doesNotContain("image: verbena");
    }
}
