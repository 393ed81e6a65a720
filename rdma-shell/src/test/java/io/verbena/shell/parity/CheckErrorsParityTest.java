package io.verbena.shell.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The script that ibcheckerrors is named after is not installed; what it would have read, perfquery is. */
@Tag("ibsim")
class CheckErrorsParityTest {
    @TempDir
    private Path folder = Path.of("");

    /** With thresholds of 0, which every counter that is not 0 is over. */
    @Test
    void reportsTheCountersThatPerfqueryShows() throws IOException {
        Path none = Files.writeString(folder.resolve("none"), "SymbolErrorCounter=0\n");

        JsonNode report = CommandRun.verbena("ibcheckerrors", "-T", none.toString(), "--format", "json")
                .json();

        for (JsonNode node : report.get("nodes")) {
            for (JsonNode port : node.get("ports")) {
                if (port.get("port").asInt() != 255) {
                    assertSame(port);
                }
            }
        }
        long ports = Stream.of(report.get("nodes"))
                .flatMap(JsonNode::valueStream)
                .flatMap(node -> node.get("ports").valueStream())
                .filter(port -> port.get("port").asInt() != 255)
                .count();
        assertThat(report.at("/counters/bad").asLong()).isEqualTo(ports);
        assertThat(ports > 0)
                .as("ibqueryerrors finds some, too")
                .isEqualTo(CommandRun.cLine("ibqueryerrors").exitCode() == 1);
    }

    private static void assertSame(JsonNode port) {
        String lid = port.get("lid").asString();
        CommandRun theirs =
                CommandRun.cLine("perfquery " + lid + " " + port.get("port").asInt());
        for (JsonNode problem : port.get("problems")) {
            String counter = problem.get("what").asString();
            assertThat(theirs.lines())
                    .as("%s of lid %s", counter, lid)
                    .anyMatch(line -> line.matches(
                            counter + ":\\.*" + problem.get("value").asString()));
        }
    }
}
