package io.verbena.shell.command;

import static io.verbena.shell.parity.KnownDifferences.asC;
import static io.verbena.shell.parity.KnownDifferences.undated;
import static io.verbena.shell.parity.KnownDifferences.withoutOwnNames;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Whole fabrics, node by node and port by port, with the C program and with ours, where names are not ASCII, or no subnet
 * manager is there. The classes in {@code io.verbena.shell.parity} try each option.
 */
@Tag("ibsim")
class InfinibandDiagsParityIbsimTest {
    private static final boolean MANAGED = System.getenv("VERBENA_OPENSM_PID") != null;
    private static final int SWITCHES_IN_FULL = 3;

    private static List<JsonNode> nodes = List.of();

    @BeforeAll
    static void findTheNodes() {
        nodes = CommandRun.verbena("ibnetdiscover", "--format", "json")
                .ok()
                .json()
                .get("nodes")
                .valueStream()
                .toList();
    }

    // ---- ibnetdiscover

    @ParameterizedTest
    @ValueSource(strings = {"", "-f", "-P 1", "-C ibsim0", "-t 300", "-o 1", "-o 8 -f"})
    void writesTheSameTopology(String options) throws Exception {
        sameTopology(words("ibnetdiscover", options));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-p", "-l", "-H", "-S", "-R"})
    void listsTheSameNodes(String options) throws Exception {
        String[] command = words("ibnetdiscover", options);

        assertThat(asC(ours(command).lines()))
                .containsExactlyInAnyOrderElementsOf(theirs(command).lines());
    }

    @Test
    void readsTheSameNodeNameMap(@TempDir Path directory) throws Exception {
        List<String> lines = new ArrayList<>(List.of("# names", ""));
        for (int i = 0; i < nodes.size(); i += 2) {
            lines.add(nodes.get(i).get("guid").asString() + "  \"mapped " + i + "\"  # the end");
        }
        String map = Files.write(directory.resolve("names.map"), lines).toString();

        assertThat(ours("ibnetdiscover", "--node-name-map", map).out()).contains("\t\t# \"mapped 0\"");
        sameTopology("ibnetdiscover", "--node-name-map", map);
        for (String option : List.of("-l", "-p")) {
            String[] command = {"ibnetdiscover", option, "--node-name-map", map};
            assertThat(asC(ours(command).lines()))
                    .containsExactlyInAnyOrderElementsOf(theirs(command).lines());
        }
    }

    private static void sameTopology(String... command) throws IOException, InterruptedException {
        boolean mapped = List.of(command).contains("--node-name-map");
        List<String> ours = stanzas(withoutOwnNames(mapped, asC(ours(command).lines())));
        List<String> theirs = stanzas(withoutOwnNames(mapped, theirs(command).lines()));

        assertThat(ours).containsExactlyInAnyOrderElementsOf(theirs);
        assertThat(ours.get(0)).as("the head comes first").isEqualTo(theirs.get(0));
    }

    /** The head without its date, and each node with its ports in their order. */
    private static List<String> stanzas(List<String> topology) {
        return Arrays.stream(String.join("\n", undated(topology)).split("\n\n+"))
                .map(stanza -> stanza.replaceAll("(?m)^# (Reported max hops|Total MADs).*\n", ""))
                .toList();
    }

    // ---- smpquery

    @Test
    void readsTheSameAttributesByDirectedRoute() {
        sameForEach(nodes.stream().flatMap(node -> queries(node, "-D", route(node))));
    }

    @Test
    void readsTheSameAttributesByLid() {
        sameForEach(nodes.stream()
                .flatMap(node -> addresses(node, "lid")
                        .filter(lid -> Integer.parseInt(lid) != 0)
                        .flatMap(lid -> queries(node, "-L", lid))));
    }

    @Test
    void readsTheSameAttributesByGuid() {
        List<String[]> queries = nodes.stream()
                .flatMap(node -> addresses(node, "guid").flatMap(guid -> queries(node, "-G", guid)))
                .toList();
        if (MANAGED && isActive()) {
            sameForEach(queries.stream());
        } else {
            assertThat(CommandRun.verbena(queries.get(0)).exitCode()).isEqualTo(4);
        }
    }

    @Test
    void readsTheSameTables() {
        sameForEach(nodes.stream().flatMap(InfinibandDiagsParityIbsimTest::tables));
    }

    private static Stream<String[]> tables(JsonNode node) {
        String route = route(node);
        return Stream.of(
                        "pkeys " + route,
                        "pkeys " + route + " 1",
                        "sl2vl " + route,
                        "SL2VLTable " + route + " 1",
                        "vlarb " + route,
                        "VLArbitration " + route + " 1",
                        "guidinfo " + route,
                        "mepi " + route + " 1",
                        "-x portinfo " + route + " 1")
                .map(query -> words("smpquery", "-D " + query));
    }

    private static boolean isActive() {
        return CommandRun.verbena("ibstat").out().contains("State: Active");
    }

    private static void sameForEach(Stream<String[]> queries) {
        SoftAssertions.assertSoftly(all -> queries.forEach(query -> {
            try {
                all.assertThat(String.join("\n", asC(ours(query).lines())))
                        .as(String.join(" ", query))
                        .isEqualTo(String.join("\n", theirs(query).lines()));
            } catch (IOException | InterruptedException e) {
                all.fail(String.join(" ", query), e);
            }
        }));
    }

    /** Returns the queries for a node at an address: all of them, but for most switches not for every port. */
    private static Stream<String[]> queries(JsonNode node, String kind, String address) {
        boolean isSwitch = node.get("type").asString().toUpperCase(Locale.ROOT).contains("SWITCH");
        boolean inFull = !isSwitch || switches().indexOf(node) < SWITCHES_IN_FULL;
        int lastPort = inFull ? node.get("ports").asInt() : 1;
        List<String[]> queries = new ArrayList<>();
        queries.add(new String[] {"smpquery", kind, "nodeinfo", address});
        queries.add(new String[] {"smpquery", kind, "nodedesc", address});
        if (isSwitch) {
            queries.add(new String[] {"smpquery", kind, "switchinfo", address});
        }
        IntStream.rangeClosed(isSwitch ? 0 : 1, lastPort)
                .forEach(port -> queries.add(new String[] {"smpquery", kind, "portinfo", address, "" + port}));
        queries.add(new String[] {"smpquery", kind, "portinfo", address});
        return queries.stream();
    }

    private static List<JsonNode> switches() {
        return nodes.stream()
                .filter(node ->
                        node.get("type").asString().toUpperCase(Locale.ROOT).contains("SWITCH"))
                .toList();
    }

    private static Stream<String> addresses(JsonNode node, String field) {
        return node.get("links")
                .valueStream()
                .filter(port -> !port.get("state").asString().equalsIgnoreCase("down"))
                .map(port -> port.get(field).asString())
                .distinct();
    }

    /** {@code 0,1,4} out of whatever the path is written as. */
    private static String route(JsonNode node) {
        return node.get("path").asString().replaceAll("[^0-9,]", "");
    }

    // ---- both

    private static CommandRun ours(String... command) {
        return CommandRun.verbena(command).ok();
    }

    private static CommandRun theirs(String... command) throws IOException, InterruptedException {
        CommandRun run = CommandRun.c(command[0], tail(command));
        assertThat(run.exitCode())
                .as("%s: %s%s", String.join(" ", command), run.out(), run.err())
                .isZero();
        return run;
    }

    private static String[] words(String program, String options) {
        return (program + " " + options).trim().split(" ");
    }

    private static String[] tail(String... command) {
        return Arrays.copyOfRange(command, 1, command.length);
    }
}
