package io.verbena.shell.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.verbena.shell.cli.Result.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.ClassPathResource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What docs/operating.md shows is sound in its language, and what it names is there. */
class OperatingDocumentTest {
    private static final String DOCUMENT = "operating.md";
    private static final Pattern NAMED = Pattern.compile("\\w+Exception|[A-Z]\\w+#\\w+");
    private static final Pattern EXIT = Pattern.compile("^\\| ([0-9]) \\|", Pattern.MULTILINE);
    private static final Pattern INSTRUCTION = Pattern.compile("(FROM|RUN|COPY|ENV|WORKDIR|USER|ENTRYPOINT|CMD) \\S.*");
    private static final Pattern SETTING = Pattern.compile("\\[[A-Z]\\w+]|[A-Z]\\w+=\\S.*");
    private static final Pattern RULE = Pattern.compile("(\\w+(\\{\\w+})?(==|=|\\+=)\"[^\"]*\"(, )?)+");
    private static final Pattern LIMIT = Pattern.compile("\\S+ +(soft|hard|-) +memlock +(\\d+|unlimited)");

    static Stream<Documents.Block> blocks(String language) {
        return Documents.blocks(DOCUMENT, language);
    }

    static Stream<Documents.Block> shell() {
        return blocks("sh");
    }

    static Stream<Documents.Block> yaml() {
        return blocks("yaml");
    }

    @Test
    void everyCodeBlockIsInACheckedLanguage() {
        assertThat(Documents.blocks(DOCUMENT))
                .extracting(Documents.Block::language)
                .containsOnly("sh", "yaml", "dockerfile", "ini", "udev", "limits");
    }

    @ParameterizedTest
    @MethodSource("shell")
    void shellBlocksAreValid(Documents.Block block) throws Exception {
        assertThat(errorsOfBash(block.text())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("yaml")
    void yamlIsForKubernetesOrSpring(Documents.Block block) {
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));

        assertThat(yaml.loadAll(block.text()))
                .isNotEmpty()
                .allSatisfy(document -> assertThat(document)
                        .asInstanceOf(InstanceOfAssertFactories.MAP)
                        .satisfiesAnyOf(
                                spring -> assertThat(spring).containsOnlyKeys("rdma"),
                                object -> assertThat(object).containsKeys("apiVersion", "kind", "metadata")));
    }

    @Test
    void allSpringPropertiesExist() throws IOException {
        String metadata = new ClassPathResource("META-INF/spring-configuration-metadata.json")
                .getContentAsString(StandardCharsets.UTF_8);
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        List<String> properties = yaml().map(block -> yaml.<Map<?, ?>>load(block.text()))
                .filter(document -> document.containsKey("rdma"))
                .flatMap(document -> names("", document))
                .toList();

        assertThat(properties)
                .contains("rdma.fabric.type")
                .allSatisfy(property -> assertThat(metadata).contains("\"name\": \"" + property + "\""));
    }

    /** A pod requests the resource that the configuration of the device plugin provides. */
    @Test
    void podsRequestTheResourceOfTheDevicePlugin() {
        Set<String> offered = Set.copyOf(matches("\"resourceName\": \"(\\w+)\""));

        assertThat(offered).isNotEmpty();
        assertThat(matches("^ +rdma/(\\w+): "))
                .isNotEmpty()
                .allSatisfy(asked -> assertThat(offered).contains(asked));
    }

    @Test
    void dockerfileContainsOnlyInstructions() throws Exception {
        for (Documents.Block block : blocks("dockerfile").toList()) {
            List<String> lines = block.text()
                    .replace("\\\n", " ")
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            assertThat(lines).first(InstanceOfAssertFactories.STRING).startsWith("FROM ");
            assertThat(lines).allMatch(line -> INSTRUCTION.matcher(line).matches());
            for (String line : lines) {
                if (line.startsWith("RUN ")) {
                    assertThat(errorsOfBash(line.substring("RUN ".length()))).isEmpty();
                }
            }
        }
    }

    @Test
    void systemFilesHaveTheDocumentedFormat() {
        Map<String, Pattern> forms = Map.of("ini", SETTING, "udev", RULE, "limits", LIMIT);
        for (Map.Entry<String, Pattern> form : forms.entrySet()) {
            assertThat(blocks(form.getKey()).flatMap(block -> block.text().lines()))
                    .as(form.getKey())
                    .isNotEmpty()
                    .allMatch(line ->
                            line.isBlank() || form.getValue().matcher(line).matches());
        }
    }

    @Test
    void allExceptionsAndMembersExist() throws IOException {
        JavaMembers members = new JavaMembers();
        List<String> named = Documents.spans(DOCUMENT).stream()
                .filter(span -> NAMED.matcher(span).matches())
                .toList();

        assertThat(named).hasSizeGreaterThan(20);
        assertThat(named.stream().map(members::problem).flatMap(Optional::stream))
                .isEmpty();
    }

    @Test
    void exitCodesMatchTheCommands() {
        List<String> codes = EXIT.matcher(Documents.text(DOCUMENT))
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(codes)
                .containsExactly(Stream.of(ExitCode.values())
                        .map(code -> String.valueOf(code.code()))
                        .toArray(String[]::new));
    }

    /** The names of the values in a document, with dots between the keys. */
    private static Stream<String> names(String prefix, Map<?, ?> values) {
        return values.entrySet().stream()
                .flatMap(entry -> entry.getValue() instanceof Map<?, ?> inner
                        ? names(prefix + entry.getKey() + ".", inner)
                        : Stream.of(prefix + entry.getKey()));
    }

    private static List<String> matches(String pattern) {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(Documents.text(DOCUMENT))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static String errorsOfBash(String script) throws IOException, InterruptedException {
        assumeThat(Files.exists(Path.of("/bin/bash"))).as("there is a bash").isTrue();
        Process bash =
                new ProcessBuilder("/bin/bash", "-n").redirectErrorStream(true).start();
        bash.getOutputStream().write(script.getBytes(StandardCharsets.UTF_8));
        bash.getOutputStream().close();
        String errors = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        bash.waitFor();
        return errors;
    }
}
