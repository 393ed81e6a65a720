package io.verbena.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.Rdma;
import io.verbena.embedded.EmbeddedFabric;
import io.verbena.error.RdmaException;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import io.verbena.spring.boot.subnet.SubnetService;
import io.verbena.subnet.cache.SubnetJson;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.w3c.dom.Document;

/** Tests the endpoints of a complete application over HTTP. */
@ExtendWith(OutputCaptureExtension.class)
class RdmaEndpointsTest {
    private static final long M_KEY = 0x5ec12e70badc0deL;
    private static final String M_KEY_TEXT = "5ec12e70badc0de";
    private static final long SM_KEY = 0x5a5ec12e7feedL;
    private static final String SM_KEY_TEXT = "5a5ec12e7feed";

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    @FunctionalInterface
    private interface Questions {
        void ask(ConfigurableApplicationContext context) throws Exception;
    }

    @Test
    void returnTheTopologyInEachFormat() throws Exception {
        with(context -> {
            assertThat(get(context, "rdmatopology").body()).contains("\"name\":\"host3", "\"links\":[{");
            assertThat(get(context, "rdmatopology?format=dot").body())
                    .startsWith("graph subnet {")
                    .contains("-- ");
            HttpResponse<String> svg = get(context, "rdmatopology?format=svg");
            assertThat(svg.headers().firstValue("Content-Type").orElse("")).startsWith("image/svg+xml");
            Document drawn = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(svg.body().getBytes(StandardCharsets.UTF_8)));
            assertThat(drawn.getElementsByTagName("rect").getLength()).isEqualTo(22);
            assertThat(drawn.getElementsByTagName("line").getLength()).isEqualTo(2 * 4 + 16);
        });
    }

    @Test
    void escapeNodeDescriptions() throws Exception {
        with(context -> {
            context.getBean(Rdma.class).device("emb0").describe("<\"\\&>");
            String svg = get(context, "rdmatopology?format=svg").body();
            Document drawn = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
            assertThat(drawn.getElementsByTagName("text").getLength()).isEqualTo(22);
            assertThat(svg).contains("&lt;&quot;\\&amp;&gt;");
            assertThat(get(context, "rdmatopology?format=dot").body()).contains("\"<\\\"\\\\&>\"");
        });
    }

    @Test
    void returnANodeWithItsCounters() throws Exception {
        with(context -> {
            EmbeddedFabric fabric = context.getBean(EmbeddedFabric.class);
            fabric.node("host3").port(1).counter("symbolErrorCounter", 17);
            assertThat(get(
                                    context,
                                    "rdmatopology/"
                                            + fabric.node("host3").guid().toHex())
                            .body())
                    .contains("\"name\":\"host3", "\"SymbolErrorCounter\":\"17\"");
        });
    }

    @Test
    void rejectUnknownSelectorsWithTheValidOnes() throws Exception {
        with(context -> {
            HttpResponse<String> format = get(context, "rdmatopology?format=png");
            assertThat(format.statusCode()).isEqualTo(400);
            assertThat(format.body()).contains("unknown format 'png'; use json, dot or svg");
            HttpResponse<String> guid = get(context, "rdmatopology/host3");
            assertThat(guid.statusCode()).isEqualTo(400);
            assertThat(guid.body()).contains("'host3' is not a GUID; use the GUID of a node, such as");
            HttpResponse<String> absent = get(context, "rdmatopology/0x0000000000000001");
            assertThat(absent.statusCode()).isEqualTo(400);
            assertThat(absent.body()).contains("no node of the subnet has the GUID 0x0000000000000001");
            HttpResponse<String> diff = get(context, "rdmatopology/diff");
            assertThat(diff.statusCode()).isEqualTo(400);
            assertThat(diff.body()).contains("set rdma.subnet.saved");
        });
    }

    @Test
    void compareWithASavedSubnet(@TempDir Path directory) throws Exception {
        Path saved = directory.resolve("subnet.json");
        with(
                context -> {
                    SubnetJson.write(
                            context.getBean(SubnetService.class).refresh().subnet(), saved);
                    assertThat(get(context, "rdmatopology/diff").body()).contains("\"nodes\":[]");
                    context.getBean(EmbeddedFabric.class).node("host3").port(1).down();
                    context.getBean(SubnetService.class).refresh();
                    assertThat(get(context, "rdmatopology/diff").body())
                            .contains("\"name\":\"host3", "\"change\":\"GONE\"");
                },
                "--rdma.subnet.saved=" + saved);
    }

    @Test
    void describeDevicesTransactorSubnetManagerAndVersion() throws Exception {
        with(context -> {
            context.getBean(SubnetService.class).refresh();
            assertThat(get(context, "rdma").body())
                    .contains("\"name\":\"emb0\"", "\"state\":\"Active\"", "\"endPort\":\"emb0/1\"")
                    .contains("\"managerReachable\":true");
            assertThat(get(context, "info").body()).contains("\"rdma\":{\"version\":", "\"emb0\":\"embedded 1.0\"");
            assertThat(get(context, "health").body())
                    .contains("\"subnetManagerReachable\":true", "\"lastAnswer\":", "\"endPort\":\"emb0/1\"");
        });
    }

    @Test
    void areReadOnly() throws Exception {
        with(context -> {
            HttpRequest write = HttpRequest.newBuilder(uri(context, "rdmatopology"))
                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(write, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(405);
        });
    }

    @Test
    void hideKeysUnlessShowKeysIsSet(CapturedOutput log) throws Exception {
        with(context -> {
            String host = lockOwnPort(context);
            context.getBean(SubnetService.class).refresh();
            for (String path : new String[] {
                "rdma",
                "rdmatopology",
                "rdmatopology?format=dot",
                "rdmatopology?format=svg",
                "rdmatopology/" + host,
                "health",
                "info",
                "prometheus",
                "configprops",
                "metrics"
            }) {
                HttpResponse<String> answer = get(context, path);
                assertThat(answer.statusCode()).as(path).isEqualTo(200);
                assertThat(answer.body()).as(path).doesNotContainIgnoringCase(M_KEY_TEXT);
                assertThat(answer.body()).as(path).doesNotContain(String.valueOf(M_KEY));
            }
        });
        assertThat(log.getAll()).doesNotContainIgnoringCase(M_KEY_TEXT);
        with(
                context -> assertThat(get(context, "rdmatopology/" + lockOwnPort(context))
                                .body())
                        .contains("\"mKey\":\"0x05ec12e70badc0de\""),
                "--rdma.show-keys=true");
    }

    /** A port that the subnet administration does not know, so that each of its requests is rejected. */
    @Test
    void hideTheKeysOfConfigurationAndRequests(CapturedOutput log) throws Exception {
        String[] keys = {
            "--rdma.mad.m-key=0x" + M_KEY_TEXT,
            "--rdma.mad.sm-key=0x" + SM_KEY_TEXT,
            "--rdma.subnet.reading=sa",
            "--logging.level.io.verbena=trace",
            "--management.endpoint.env.show-values=always",
            "--management.endpoint.configprops.show-values=always"
        };
        with(
                context -> {
                    MadTransactor mad = context.getBean(MadTransactor.class);
                    assertThat(mad.options().keys().smKey()).isEqualTo(SM_KEY);
                    assertThatThrownBy(
                                    () -> context.getBean(SubnetService.class).refresh())
                            .isInstanceOf(RdmaException.class)
                            .satisfies(failure -> LoggerFactory.getLogger(RdmaEndpointsTest.class)
                                    .error("The refusal", failure));
                    for (String path : new String[] {
                        "rdma", "rdmatopology", "health", "info", "prometheus", "env", "configprops", "metrics", "beans"
                    }) {
                        assertHasNoKeys(path, get(context, path).body());
                    }
                    assertHasNoKeys("env", get(context, "env/rdma.mad.sm-key").body());
                },
                keys);
        assertHasNoKeys("log", log.getAll());
        with(
                context ->
                        assertThat(get(context, "env/rdma.mad.sm-key").body()).contains(SM_KEY_TEXT),
                Stream.concat(Stream.of(keys), Stream.of("--rdma.show-keys=true"))
                        .toArray(String[]::new));
    }

    /** Names of keys in all forms of relaxed binding, and values that contain keys. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "RDMA_MAD_SMKEY",
                "rdma_mad_smkey",
                "Rdma_Mad_SmKey",
                "RDMA_MAD_MKEY",
                "rdma.mad.m-key",
                "rdma.mad.mKey",
                "rdma.mad.m_key",
                "rdma.mad.smKey",
                "rdma.mad.SM-KEY",
                "rdma.MAD.smkey",
                "APP_RDMA_MAD_SMKEY"
            })
    void hideAKeyInEveryFormOfItsName(String name) throws Exception {
        showsNoKey(name, "0x" + SM_KEY_TEXT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"rdma\":{\"mad\":{\"sm-key\":\"0x5a5ec12e7feed\"}}}",
                "{\"rdma.mad.mKey\" : \"0x5a5ec12e7feed\"}",
                "app.jar --rdma.mad.sm-key=0x5a5ec12e7feed --server.port=1",
                "-Drdma.mad.m-key=0x5a5ec12e7feed",
                "RDMA_MAD_SMKEY=0x5a5ec12e7feed"
            })
    void hideAKeyInsideAValue(String value) throws Exception {
        showsNoKey("SPRING_APPLICATION_JSON_COPY", value);
    }

    private static void showsNoKey(String name, String value) throws Exception {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.SERVLET)
                .initializers(started -> {
                    started.getEnvironment()
                            .getPropertySources()
                            .addFirst(
                                    new SystemEnvironmentPropertySource("test-systemEnvironment", Map.of(name, value)));
                    started.getEnvironment()
                            .getPropertySources()
                            .addLast(new MapPropertySource("test-map", Map.of(name, value)));
                })
                .properties(
                        "server.port=0",
                        "rdma.fabric.type=embedded",
                        "rdma.fabric.topology=two-node",
                        "management.endpoint.env.show-values=always",
                        "management.endpoint.configprops.show-values=always",
                        "management.endpoints.web.exposure.include=*")
                .run()) {
            for (String path : new String[] {"env", "configprops", "env/" + name}) {
                assertHasNoKeys(path + " with " + name, get(context, path).body());
            }
            assertThat(get(context, "env").body()).contains("test-map", "\"two-node\"");
        }
    }

    /** Names that the application rejects at startup, and others that resemble keys. */
    @Test
    void hideUnknownPropertiesThatResembleKeys() {
        SanitizingFunction function = new RdmaSanitizingAutoConfiguration().rdmaKeysSanitizingFunction();
        assertThat(List.of("RDMA_MAD_SM_KEY", "rdma.mad[m-key]", "rdma.mad.m.key", "my.rdma.fabrics.a.mad.sm-key"))
                .allSatisfy(name -> assertThat(function.apply(new SanitizableData(null, name, "0x1"))
                                .getValue())
                        .isEqualTo(SanitizableData.SANITIZED_VALUE));
        assertThat(List.of("rdma.show-keys", "rdma.partition-key", "rdma.mad.transport", "monkey"))
                .allSatisfy(name -> assertThat(function.apply(new SanitizableData(null, name, "0x1"))
                                .getValue())
                        .isEqualTo("0x1"));
    }

    @Test
    void concurrentRequestsReadTheSubnetOnce() throws Exception {
        with(
                context -> {
                    SubnetService service = context.getBean(SubnetService.class);
                    long before = service.refreshes();
                    List<CompletableFuture<Integer>> answers = new ArrayList<>();
                    for (int i = 0; i < 50; i++) {
                        answers.add(CompletableFuture.supplyAsync(() -> status(context, "rdmatopology")));
                    }
                    assertThat(answers)
                            .allSatisfy(answer -> assertThat(answer.join()).isIn(200, 503))
                            .anySatisfy(answer -> assertThat(answer.join()).isEqualTo(200));
                    assertThat(service.refreshes() - before).isOne();
                },
                "--rdma.subnet.max-age=1h");
    }

    @Test
    void requestReadsTheSubnetAgainWhenTheLastReadingIsTooOld() throws Exception {
        with(
                context -> {
                    SubnetService service = context.getBean(SubnetService.class);
                    assertThat(get(context, "rdmatopology").statusCode()).isEqualTo(200);
                    long before = service.refreshes();

                    Thread.sleep(1100);
                    assertThat(get(context, "rdmatopology").statusCode()).isEqualTo(200);
                    assertThat(service.refreshes() - before).isOne();
                },
                "--rdma.subnet.max-age=1s");
    }

    private static int status(ConfigurableApplicationContext context, String path) {
        try {
            return get(context, path).statusCode();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void assertHasNoKeys(String where, String text) {
        assertThat(text)
                .as(where)
                .isNotEmpty()
                .doesNotContainIgnoringCase(M_KEY_TEXT)
                .doesNotContainIgnoringCase(SM_KEY_TEXT)
                .doesNotContain(String.valueOf(M_KEY))
                .doesNotContain(String.valueOf(SM_KEY));
    }

    @Test
    void includeTheEndPortInReadinessIfConfigured() throws Exception {
        with(
                context -> {
                    assertThat(get(context, "health/readiness").statusCode()).isEqualTo(200);
                    EmbeddedFabric fabric = context.getBean(EmbeddedFabric.class);
                    fabric.node("host0").port(1).down();
                    HttpResponse<String> down = get(context, "health/readiness");
                    assertThat(down.statusCode()).isEqualTo(503);
                    assertThat(down.body()).contains("\"rdma\":{", "\"state\":\"Down\"");
                    assertThat(get(context, "health/liveness").statusCode()).isEqualTo(200);
                    fabric.heal();
                    assertThat(get(context, "health/readiness").statusCode()).isEqualTo(200);
                },
                "--rdma.fabric.topology=fat-tree:2,4,4@host0",
                "--management.endpoint.health.group.readiness.include=readinessState,rdma",
                "--management.endpoint.health.group.readiness.show-details=always");
    }

    @Test
    void includeOneOfSeveralEndPortsInReadiness() throws Exception {
        with(
                context -> {
                    HttpResponse<String> ready = get(context, "health/readiness");
                    assertThat(ready.statusCode()).isEqualTo(200);
                    assertThat(ready.body()).contains("\"storage\":{").doesNotContain("\"endPort\":{");
                    context.getBean(EmbeddedFabric.class).node("host0").port(1).down();
                    assertThat(get(context, "health/readiness").statusCode()).isEqualTo(503);
                },
                "--rdma.fabric.topology=fat-tree:2,4,4@host0",
                "--rdma.end-ports.storage=emb0/1",
                "--management.endpoint.health.group.readiness.include=readinessState,rdma/storage",
                "--management.endpoint.health.group.readiness.show-details=always");
    }

    @Test
    void excludeTheEndPortFromReadinessByDefault() throws Exception {
        with(
                context -> {
                    context.getBean(EmbeddedFabric.class).node("host0").port(1).down();
                    assertThat(get(context, "health").statusCode()).isEqualTo(503);
                    assertThat(get(context, "health/readiness").statusCode()).isEqualTo(200);
                },
                "--rdma.fabric.topology=fat-tree:2,4,4@host0");
    }

    /** Protects the port against writes only, so that it still reports its key. */
    private static String lockOwnPort(ConfigurableApplicationContext context) {
        MadTransactor mad = context.getBean(MadTransactor.class);
        PortInfo own = mad.subnGet(PortInfo.class, DirectedPath.self(), 1);
        PortInfo locked = PortInfo.LAYOUT
                .copy(own)
                .portState(PortState.NO_CHANGE)
                .portPhysicalState(PortPhysicalState.NO_CHANGE)
                .mKey(M_KEY);
        mad.subnSet(locked, DirectedPath.self(), 1);
        assertThat(mad.subnGet(PortInfo.class, DirectedPath.self(), 1).mKey()).isEqualTo(M_KEY);
        return context.getBean(Rdma.class)
                .device("emb0")
                .attributes()
                .nodeGuid()
                .toHex();
    }

    private static void with(Questions questions, String... arguments) throws Exception {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.SERVLET)
                .properties(
                        "server.port=0",
                        "rdma.fabric.type=embedded",
                        "rdma.fabric.topology=fat-tree:2,4,4",
                        "management.endpoint.health.show-details=always",
                        "management.endpoints.web.exposure.include=*")
                .run(arguments)) {
            questions.ask(context);
        }
    }

    private static URI uri(ConfigurableApplicationContext context, String path) {
        return URI.create(
                "http://localhost:" + context.getEnvironment().getProperty("local.server.port") + "/actuator/" + path);
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext context, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri(context, path)).build(),
                        HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }
}
