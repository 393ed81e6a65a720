package io.verbena.shell.command;

import static io.verbena.shell.parity.KnownDifferences.asC;
import static io.verbena.shell.parity.KnownDifferences.undated;
import static io.verbena.shell.parity.KnownDifferences.withoutOwnNames;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/** The same question to the C program and to ours, on the same fabric at the same moment. Knows nothing of the net. */
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
    void listsTheSame(String options) throws Exception {
        String[] command = words("ibnetdiscover", options);

        assertThat(asC(ours(command).lines()))
                .containsExactlyInAnyOrderElementsOf(theirs(command).lines());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-m", "-m -f", "-m -o 32"})
    void sendsNoMoreDatagramsOverNoMoreHops(String options) throws Exception {
        String[] command = words("ibnetdiscover", options);
        List<String> ours = ours(command).lines();
        List<String> theirs = theirs(command).lines();

        assertThat(numberAfter("# Reported max hops discovered: ", ours))
                .isEqualTo(numberAfter("# Reported max hops discovered: ", theirs));
        assertThat(numberAfter("# Total MADs used: ", ours))
                .isPositive()
                .isLessThanOrEqualTo(numberAfter("# Total MADs used: ", theirs));
        assertThat(stanzas(asC(ours))).containsExactlyInAnyOrderElementsOf(stanzas(theirs));
    }

    @Test
    void takesNamesFromTheSameMap(@TempDir Path directory) throws Exception {
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

    @Test
    void writesTheSameFile(@TempDir Path directory) throws Exception {
        String ours = directory.resolve("ours").toString();
        String theirs = directory.resolve("theirs").toString();

        assertThat(ours("ibnetdiscover", ours).out()).isEmpty();
        theirs("ibnetdiscover", theirs);

        assertThat(stanzas(asC(Files.readAllLines(Path.of(ours)))))
                .containsExactlyInAnyOrderElementsOf(stanzas(Files.readAllLines(Path.of(theirs), ISO_8859_1)));
    }

    @Test
    void joinsListsWhereCObeysTheLastOption() throws Exception {
        assertThat(ours("ibnetdiscover", "-HSR").lines())
                .containsExactlyElementsOf(ours("ibnetdiscover", "-l").lines());
        assertThat(theirs("ibnetdiscover", "-HSR").lines())
                .isEqualTo(theirs("ibnetdiscover", "-R").lines());
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

    private static int numberAfter(String start, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(start))
                .map(line -> Integer.parseInt(line.substring(start.length())))
                .findFirst()
                .orElse(-1);
    }

    // ---- refusals

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ibnetdiscover -C mlx5_7",
                "ibnetdiscover -Z",
                "smpquery",
                "smpquery nodeinfo",
                "smpquery nonsense 1",
                "smpquery nodeinfo 12345",
                "smpquery -D pkeys 0 99",
                "smpquery -D PIE 0 1",
                "sminfo 12345",
                "smpquery -D nodeinfo 0,77",
                "smpquery -G nodeinfo 0x1234",
                "smpquery -t 0 -D nodeinfo 0"
            })
    void refusesTheSame(String line) throws Exception {
        String[] command = line.split(" ");
        CommandRun theirs = CommandRun.c(command[0], tail(command));
        CommandRun ours = CommandRun.verbena(command);

        assertThat(theirs.exitCode()).as(theirs.out()).isNotZero();
        assertThat(ours.exitCode()).isIn(2, 4);
        assertThat(ours.out()).isEmpty();
        assertThat(ours.errors()).isNotEmpty().hasSizeLessThanOrEqualTo(2);
        assertThat(ours.errors().get(0)).startsWith("verbena: ");
    }

    // ---- smpquery

    @Test
    void readsTheSameByDirectedRoute() {
        sameForEach(nodes.stream().flatMap(node -> queries(node, "-D", route(node))));
    }

    @Test
    void readsTheSameByLid() {
        sameForEach(nodes.stream()
                .flatMap(node -> addresses(node, "lid")
                        .filter(lid -> Integer.parseInt(lid) != 0)
                        .flatMap(lid -> queries(node, "-L", lid))));
    }

    @Test
    void readsTheSameByGuid() {
        List<String[]> queries = nodes.stream()
                .flatMap(node -> addresses(node, "guid").flatMap(guid -> queries(node, "-G", guid)))
                .toList();
        if (MANAGED && isActive()) {
            sameForEach(queries.stream());
        } else {
            assertThat(CommandRun.verbena(queries.get(0)).exitCode()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"NI", "ND", "PI", "NodeInfo", "NODEDESC", "PortInfo"})
    void takesOperationsByTheSameNames(String operation) throws Exception {
        String[] command = {"smpquery", "-D", operation, "0"};

        assertThat(asC(ours(command).lines())).isEqualTo(theirs(command).lines());
    }

    @Test
    void readsTheSameTables() {
        sameForEach(nodes.stream().flatMap(InfinibandDiagsParityIbsimTest::tables));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0 0x10", "0 0x11", "0 0x15 1", "0 0x16 99", "-s 0 0x10", "0,1 0x12", "0,1 0x15 1", "0,1 0x19"})
    void dumpsTheSame(String arguments) throws Exception {
        String[] command = words("smpdump", "-D " + arguments);

        // Both write a description as it is; of what C writes each byte is one character here.
        String ours = new String(ours(command).out().getBytes(StandardCharsets.UTF_8), ISO_8859_1);
        assertThat(ours.lines().toList()).isEqualTo(theirs(command).lines());
    }

    /** It counts each question, so that the second gets another number. */
    @ParameterizedTest
    @ValueSource(strings = {"", "SM", "-L SM", "SM 0", "-s 3 -p 5 -a 7 SM 1", "-s 3 -L SM 0x1"})
    void asksTheSameSubnetManager(String options) throws Exception {
        if (!MANAGED || !isActive()) {
            assertThat(CommandRun.verbena("sminfo").exitCode()).isEqualTo(4);
            return;
        }
        String[] command = words("sminfo", options.replace("SM", managerLid()));

        assertThat(uncounted(ours(command).out()))
                .isEqualTo(uncounted(theirs(command).out()));
    }

    /** A master hands over to nobody but a master, and obeys nobody. */
    @ParameterizedTest
    @ValueSource(strings = {"SM 1", "-s 3 SM 3", "-s 1 SM 4", "-s 3 -p 15 SM 5"})
    void isRefusedByTheSameSubnetManager(String options) throws Exception {
        if (MANAGED && isActive()) {
            refusesTheSame("sminfo " + options.replace("SM", managerLid()));
        }
    }

    private static String managerLid() {
        return CommandRun.verbena("ibstat").ok().lines().stream()
                .filter(line -> line.contains("SM lid: "))
                .map(line -> line.replaceAll(".*: ", ""))
                .findFirst()
                .orElseThrow();
    }

    private static String uncounted(String line) {
        return line.replaceFirst("activity count \\d+", "activity count");
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

    /** What is asked of a node at this address: everything, of most switches not of each port. */
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
