package io.verbena.shell.command;

import static io.verbena.shell.parity.KnownDifferences.asC;
import static io.verbena.shell.parity.KnownDifferences.undated;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Caches, chassis and differences: the C programs read what ours wrote, and the other way round. */
@Tag("ibsim")
class SubnetFilesParityIbsimTest {
    private static final int HEADER = 28;
    private static final int PORT = 95;

    @TempDir
    private Path folder = Path.of("");

    private String theirCache = "";
    private String ourCache = "";

    @BeforeEach
    void bothWriteACache() throws Exception {
        theirCache = folder.resolve("theirs").toString();
        ourCache = folder.resolve("ours").toString();
        theirs("ibnetdiscover", "--cache", theirCache);
        ours("ibnetdiscover", "--cache", ourCache);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-f", "-g", "-f -g", "-p", "-l", "-H", "-S", "-R"})
    void printTheSameTextFromBothCaches(String options) throws Exception {
        for (String cache : List.of(theirCache, ourCache)) {
            String[] command = words("ibnetdiscover --load-cache " + cache, options);

            assertThat(asC(undated(ours(command).lines())))
                    .isEqualTo(undated(theirs(command).lines()));
        }
    }

    @Test
    void groupsTheSameNodesInADiscovery() throws Exception {
        assertThat(asC(undated(ours("ibnetdiscover", "-g").lines())))
                .isEqualTo(undated(
                        theirs("ibnetdiscover", "-g", "--load-cache", ourCache).lines()));
    }

    @Test
    void cProgramsReadTheCacheOfVerbena() throws Exception {
        assertThat(theirs("iblinkinfo", "--load-cache", ourCache).lines())
                .containsExactlyInAnyOrderElementsOf(
                        theirs("iblinkinfo", "--load-cache", theirCache).lines());
        CommandRun errors = CommandRun.c("ibqueryerrors", "--load-cache", ourCache);
        assertThat(errors.exitCode()).as(errors.err()).isBetween(0, 1);
        assertThat(summary(errors))
                .isNotEmpty()
                .isEqualTo(summary(CommandRun.c("ibqueryerrors", "--load-cache", theirCache)));
    }

    private static List<String> summary(CommandRun errors) {
        return errors.lines().stream().filter(line -> line.startsWith("## ")).toList();
    }

    @Test
    void rewritesTheSameRecords() throws Exception {
        Path again = folder.resolve("again");

        ours("ibnetdiscover", "--load-cache", theirCache, "--cache", again.toString());

        byte[] theirs = Files.readAllBytes(Path.of(theirCache));
        byte[] ours = Files.readAllBytes(again);
        assertThat(ours).hasSameSizeAs(theirs);
        int nodes = theirs.length
                - PORT * ByteBuffer.wrap(theirs).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
        assertThat(Arrays.copyOf(ours, HEADER - 4)).isEqualTo(Arrays.copyOf(theirs, HEADER - 4));
        assertThat(Arrays.copyOfRange(ours, HEADER, nodes))
                .as("the nodes")
                .isEqualTo(Arrays.copyOfRange(theirs, HEADER, nodes));
        assertThat(ports(ours, nodes))
                .as("the ports, which C has in the order of a hash table")
                .containsExactlyInAnyOrderElementsOf(ports(theirs, nodes));
    }

    private static List<String> ports(byte[] cache, int from) {
        List<String> ports = new ArrayList<>();
        for (int at = from; at < cache.length; at += PORT) {
            ports.add(HexFormat.of().formatHex(cache, at, at + PORT));
        }
        return ports;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-f",
                "--diffcheck sw",
                "--diffcheck ca,port",
                "--diffcheck sw,port,nodedesc",
                "--diffcheck SW,CA,ROUTER,PORT,NODEDESC"
            })
    void reportTheSameDifferences(String options) throws Exception {
        String without = folder.resolve("without").toString();
        theirs("ibnetdiscover", "--load-cache", theirCache, "--cache", without);
        cut(Path.of(without));

        for (List<String> pair : List.of(List.of(theirCache, without), List.of(without, theirCache))) {
            String[] command = words("ibnetdiscover --load-cache " + pair.get(1) + " --diff " + pair.get(0), options);
            CommandRun theirs = theirs(command);

            assertThat(asC(ours(command).lines())).isEqualTo(theirs.lines());
            if (options.isEmpty() || options.contains("sw,port") || options.contains("PORT")) {
                assertThat(theirs.lines()).isNotEmpty();
            }
        }
        assertThat(ours("ibnetdiscover", "--diff", ourCache).out()).isEmpty();
    }

    @Test
    void bothProgramsReadEachEditedCache() throws Exception {
        List<String> stanza =
                theirs("ibnetdiscover", "--load-cache", theirCache).lines();
        String adapter = valueAfter("caguid=", stanza);
        String leaf = valueAfter("switchguid=", stanza);
        String changes = "--caguid " + adapter + ":0x1234 --switchguid " + leaf + ":0x5678 --sysimgguid "
                + valueAfter("sysimgguid=", stanza) + ":0x9abc";
        String byThem = folder.resolve("by-them").toString();
        String byUs = folder.resolve("by-us").toString();

        theirs(words("ibcacheedit", theirCache + " " + byThem + " " + changes));
        ours(words("ibcacheedit", theirCache + " " + byUs + " " + changes));

        for (String command : List.of("ibnetdiscover", "ibnetdiscover -l", "ibnetdiscover -p")) {
            List<String> read =
                    undated(theirs(words(command, "--load-cache " + byUs)).lines());
            assertThat(read).as(command).anyMatch(line -> line.contains("5678"));
            // In what they edit, the port of the switch that its stanza shows has its old GUID still.
            assertThat(read)
                    .isEqualTo(undated(theirs(words(command, "--load-cache " + byThem)).lines().stream()
                            .map(line -> line.replaceFirst("^(switchguid=0x5678)\\(.*", "$1(5678)"))
                            .toList()));
            assertThat(asC(undated(
                            ours(words(command, "--load-cache " + byThem)).lines())))
                    .isEqualTo(asC(
                            undated(ours(words(command, "--load-cache " + byUs)).lines())));
        }
        assertThat(ours(words("iblinkinfo", "--load-cache " + byUs + " --diff " + byThem))
                        .out())
                .isEmpty();
        assertThat(theirs("iblinkinfo", "--load-cache", byUs).lines())
                .containsExactlyInAnyOrderElementsOf(
                        theirs("iblinkinfo", "--load-cache", byThem).lines());
    }

    private static String valueAfter(String start, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()).replaceAll("\\(.*", ""))
                .findFirst()
                .orElseThrow();
    }

    /** Takes the first link out, at both of its ends, and gives the first node another name. */
    private static void cut(Path cache) throws IOException {
        byte[] bytes = Files.readAllBytes(cache);
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        file.put(HEADER + 142, (byte) 'X');
        int first = bytes.length - PORT * file.getInt(12);
        int linked = first;
        while (file.get(linked + 85) == 0) {
            linked += PORT;
        }
        long peer = file.getLong(linked + 86);
        int number = file.get(linked + 94);
        unlink(file, first, peer, number);
        unlink(file, first, file.getLong(linked), file.get(linked + 8));
        Files.write(cache, bytes);
    }

    /** Removes the link of the port whose peer is this port. */
    private static void unlink(ByteBuffer file, int first, long guid, int number) {
        for (int at = first; at < file.limit(); at += PORT) {
            if (file.get(at + 85) != 0 && file.getLong(at + 86) == guid && file.get(at + 94) == number) {
                file.put(at + 85, (byte) 0);
            }
        }
    }

    private static CommandRun ours(String... command) {
        return CommandRun.verbena(command).ok();
    }

    private static CommandRun theirs(String... command) throws IOException, InterruptedException {
        CommandRun run = CommandRun.c(command[0], Arrays.copyOfRange(command, 1, command.length));
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        return run;
    }

    private static String[] words(String command, String options) {
        return (command + " " + options).trim().split(" ");
    }
}
