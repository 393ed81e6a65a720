package io.verbena.shell.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that run others. */
class CompoundCommandsTest {
    private static final String FABRIC = "--fabric embedded:fat-tree:2,2,2 ";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void watchRunsACommandTheGivenNumberOfTimes() {
        CommandRun once = run(FABRIC + "ibstat -l").ok();

        assertThat(run(FABRIC + "watch -n 1ms -c 3 ibstat -l").ok().lines())
                .hasSize(3)
                .containsOnly(once.lines().get(0));
    }

    @Test
    void watchKeepsTheFabricOpen() {
        assertThat(run(FABRIC + "watch -n 1ms -c 2 fabric loss 0.5").ok().lines())
                .filteredOn(line -> line.startsWith("Faults: "))
                .containsExactly("Faults: 1", "Faults: 1");
    }

    @Test
    void watchReturnsTheExitCodeOfTheLastRun() {
        assertThat(run(FABRIC + "-t 5 watch -n 1ms -c 2 smpquery nodeinfo 99").exitCode())
                .isEqualTo(4);
    }

    @Test
    void watchStopsAtAUsageError() {
        CommandRun unknown = run(FABRIC + "watch -n 1ms ibstt");

        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).startsWith("verbena: unknown command: 'ibstt'");
        assertThat(run(FABRIC + "watch").exitCode()).isEqualTo(2);
        assertThat(run(FABRIC + "watch -c 0 ibstat").err()).contains("--count: 0 is out of range; expected at least 1");
        assertThat(run(FABRIC + "watch -n soon ibstat").err()).contains("--interval: 'soon' is not a duration");
    }

    @Test
    void collectWritesAllReportsIntoOneFile() throws IOException {
        Path bundle = folder.resolve("ticket.zip");

        CommandRun collected = run(FABRIC + "collect " + bundle);

        Map<String, String> entries = entries(bundle);
        assertThat(entries)
                .containsKeys(
                        "ibstat.txt", "ibstat.json", "sminfo.txt", "ibnetdiscover.txt", "versions.txt", "failures.txt");
        assertThat(undated(entries.get("ibnetdiscover.txt")))
                .isEqualTo(undated(run(FABRIC + "ibnetdiscover").ok().out()));
        assertThat(entries.get("versions.txt")).contains("java " + System.getProperty("java.version"));
        assertThat(collected.exitCode()).isEqualTo("".equals(entries.get("failures.txt")) ? 0 : 3);
    }

    private static String undated(@Nullable String topology) {
        return String.valueOf(topology).replaceFirst("generated on .*", "");
    }

    @Test
    void collectContinuesAfterAFailure() throws IOException {
        Path bundle = folder.resolve("ticket.zip");

        CommandRun collected = run("--fabric embedded -C nothing collect " + bundle);

        assertThat(collected.exitCode()).isEqualTo(3);
        assertThat(entries(bundle).get("failures.txt"))
                .contains("sminfo ended with 4: verbena: ")
                .contains("'nothing'");
        assertThat(entries(bundle).get("ibstat.txt")).startsWith("CA 'emb0'");
    }

    @Test
    void collectNeverWritesKeys() throws IOException {
        Path bundle = folder.resolve("ticket.zip");

        CommandRun refused = run(FABRIC + "-K collect " + bundle);
        run(FABRIC + "-y 0x5ec2e7 collect " + bundle);

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("-K: a bundle is meant for others");
        assertThat(entries(bundle).values()).noneMatch(text -> text.contains("5ec2e7"));
    }

    @Test
    void collectOverwritesNoFile() throws IOException {
        Path bundle = Files.writeString(folder.resolve("ticket.zip"), "precious");

        assertThat(run(FABRIC + "collect " + bundle).exitCode()).isEqualTo(4);
        assertThat(bundle).hasContent("precious");
        assertThat(run(FABRIC + "collect " + folder.resolve("none/ticket.zip")).err())
                .startsWith("verbena: cannot write ");
    }

    private static Map<String, String> entries(Path bundle) throws IOException {
        Map<String, String> entries = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(bundle))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), new String(zip.readAllBytes(), UTF_8));
            }
        }
        return entries;
    }

    private static CommandRun run(String line) {
        return CommandRun.verbenaLine(line);
    }
}
