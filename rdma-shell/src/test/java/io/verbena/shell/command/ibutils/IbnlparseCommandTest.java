package io.verbena.shell.command.ibutils;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.shell.parity.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares ibnlparse with the program of ibutils, if it is installed, for each type of system of its files. */
class IbnlparseCommandTest {
    private static final Path PROGRAM = Path.of("/usr/bin/ibnlparse");
    private static final Pattern TYPES = Pattern.compile("(?m)^\\s*TOPSYSTEM\\s+(.*)$");

    @TempDir
    Path folder;

    private Path file() throws IOException {
        return Files.write(
                folder.resolve("box.ibnl"),
                List.of(
                        "SYSTEM LEAF,LEAF:12x",
                        "NODE SW 8 MT43132 U1",
                        "1 -12x-5G-> P1",
                        "2 -> P2",
                        "3 -> P3",
                        "TOPSYSTEM BOX,BIGBOX",
                        "NODE CA 2 MT23108 host",
                        "1 -10G-> leaf P1",
                        "2 -> OUT",
                        "SUBSYSTEM LEAF leaf",
                        "P2 -4x-10G-> EXTRA",
                        "SUBSYSTEM LEAF other",
                        "P2 -> A1",
                        "P3 -4x-10G-> leaf P3"));
    }

    @Test
    void listsThePanelAndTheLinks() throws IOException {
        assertThat(CommandRun.verbena("ibnlparse", file().toString(), "BOX")
                        .ok()
                        .lines())
                .containsExactly(
                        "--------------- FABRIC DUMP ----------------------",
                        "",
                        "System:SW (BOX,0x0000000000000000)",
                        "  A1 (SW/other/U1/2)",
                        "  EXTRA (SW/leaf/U1/2)",
                        "  OUT (SW/host/2)",
                        "--------------- SYSTEM SW DUMP ----------------------",
                        "",
                        "Node:SW/host (1,0x0000000000000000)",
                        "   1 -4x-10G-> SW/leaf/U1/P1",
                        "   2 => SysPort:OUT",
                        "",
                        "Node:SW/leaf/U1 (2,0x0000000000000000)",
                        "   1 -12x-5G-> SW/host/P1",
                        "   2 => SysPort:EXTRA",
                        "   3 -4x-10G-> SW/other/U1/P3",
                        "",
                        "Node:SW/other/U1 (2,0x0000000000000000)",
                        "   2 => SysPort:A1",
                        "   3 -4x-10G-> SW/leaf/U1/P3");
    }

    @Test
    void aTypeThatTheFileDoesNotDefineIsRefused() throws IOException {
        CommandRun run = CommandRun.verbena("ibnlparse", file().toString(), "BOXX");

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).contains("not 'BOXX'", "BOX");
    }

    @Test
    void listsEachInstalledTypeAsTheProgramOfIbutilsDoes() throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM), "ibutils is not installed");
        Path base = Path.of(System.getProperty("basedir", ".")).toAbsolutePath();
        String library = output(new ProcessBuilder(
                        "make", "-s", "-C", base.resolve("../testbed/ibutils").toString(), "library"))
                .strip();
        int compared = 0;
        for (Path file : installed()) {
            for (String type : types(file)) {
                ProcessBuilder program = new ProcessBuilder(PROGRAM.toString(), file.toString(), type);
                program.environment().put("LD_PRELOAD", library);

                assertThat(CommandRun.verbena("ibnlparse", file.toString(), type)
                                .ok()
                                .out())
                        .as(file + " " + type)
                        .isEqualTo(output(program));
                compared++;
            }
        }
        assertThat(compared).isPositive();
    }

    private static List<Path> installed() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("/usr/lib"), 4)) {
            return files.filter(file -> file.toString().endsWith(".ibnl")).toList();
        }
    }

    private static List<String> types(Path file) throws IOException {
        return TYPES.matcher(Files.readString(file, StandardCharsets.ISO_8859_1))
                .results()
                .flatMap(found ->
                        Stream.of(found.group(1).replaceFirst("#.*", "").split(",", -1)))
                .map(String::strip)
                .toList();
    }

    private static String output(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertThat(process.waitFor(20, SECONDS)).isTrue();
        return output;
    }
}
