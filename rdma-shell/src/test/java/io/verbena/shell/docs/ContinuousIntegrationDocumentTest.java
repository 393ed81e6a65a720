package io.verbena.shell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.command.VerbenaCommand;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files of docs/continuous-integration.md are valid, and the commands of Verbena in them work on the embedded fabric. */
class ContinuousIntegrationDocumentTest {
    private static final String DOCUMENT = "continuous-integration.md";

    @Test
    void filesAreValid() {
        assertThat(Documents.blocks(DOCUMENT))
                .extracting(Documents.Block::language)
                .containsOnly("yaml", "json", "sh");
        assertThat(files())
                .hasSize(5)
                .allSatisfy(file ->
                        assertThat(file).isInstanceOf(Map.class).asString().isNotEqualTo("{}"));
    }

    @Test
    void commandsWork(@TempDir Path folder) {
        List<String> commands = files().flatMap(file -> steps("", file))
                .filter(step -> step.startsWith("verbena "))
                .toList();

        assertThat(commands).isNotEmpty().allSatisfy(command -> {
            String[] arguments = command.replaceAll("(\\w+\\.(xml|html))", folder + "/$1")
                    .replaceFirst("verbena", "--fabric embedded:fat-tree:2,4,4")
                    .split(" ");
            assertThat(VerbenaCommand.commandLine(() -> 1, arguments).execute(arguments))
                    .isZero();
        });
        assertThat(folder.resolve("fabric.xml")).content().contains("<testsuite");
        assertThat(folder.resolve("fabric.html")).isNotEmptyFile();
    }

    /** JSON is YAML. */
    private static Stream<Object> files() {
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        return Documents.blocks(DOCUMENT).stream()
                .filter(block -> !block.language().equals("sh"))
                .map(block -> yaml.load(block.text()));
    }

    /** Returns the commands that a job runs: the lines of {@code script} and {@code run}. */
    private static Stream<String> steps(String key, Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream().flatMap(entry -> steps(String.valueOf(entry.getKey()), entry.getValue()));
        }
        if (value instanceof Collection<?> list) {
            return list.stream().flatMap(element -> steps(key, element));
        }
        return key.equals("script") || key.equals("run") ? String.valueOf(value).lines() : Stream.of();
    }
}
