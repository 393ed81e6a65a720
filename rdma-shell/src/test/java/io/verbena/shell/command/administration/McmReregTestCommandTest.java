package io.verbena.shell.command.administration;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.Gid;
import io.verbena.iba.McMemberRecord;
import io.verbena.sa.SaClient;
import io.verbena.shell.command.EmbeddedHost;
import io.verbena.shell.parity.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McmReregTestCommandTest {
    private static final Gid GROUP = Gid.parse("ff12::7e57");

    private final EmbeddedHost fabric = new EmbeddedHost("fat-tree:2,4,4");

    @TempDir
    private Path folder;

    private Path ports;

    @BeforeEach
    void listThePorts() throws Exception {
        List<String> guids = IntStream.range(0, 16)
                .mapToObj(host -> fabric.node("host" + host).ports().findFirst().orElseThrow())
                .map(port -> port.guid().toHex() + " # a host")
                .toList();
        ports = Files.write(folder.resolve("ports"), guids);
    }

    @AfterEach
    void close() {
        fabric.close();
    }

    private List<McMemberRecord> members() {
        try (SaClient sa = fabric.rdma().sa(fabric.mad())) {
            return sa.table(McMemberRecord.query().mgid(GROUP));
        }
    }

    @Test
    void joinsTwiceAndLeavesWithAllPorts() {
        CommandRun run = fabric.run("mcm_rereg_test -r 3 " + ports);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.lines()).containsExactly("48 joined, 48 joined again, 48 left, 0 failed");
        assertThat(run.err())
                .isEqualTo("verbena: will have 16 ports join and leave the group ff12::7e57, 3 times"
                        + System.lineSeparator());
        assertThat(members()).isEmpty();
    }

    @Test
    void countsPortsThatCannotJoin() throws Exception {
        Files.writeString(
                ports, "0x1234\n" + fabric.endPort().attributes().portGuid().toHex() + "\n");

        CommandRun run = fabric.run("mcm_rereg_test --format json " + ports);

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.json().get("joined").asInt()).isEqualTo(1);
        assertThat(run.json().get("failed").asInt()).isEqualTo(1);
        assertThat(run.errors()).last().asString().contains("port 0x0000000000001234 cannot join");
        assertThat(members()).isEmpty();
    }

    @Test
    void dryRunJoinsNothing() {
        CommandRun run = fabric.run("mcm_rereg_test --dry-run " + ports);

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).contains("would have 16 ports join and leave the group ff12::7e57, 1 time");
        assertThat(run.out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''       | contains no GUID; ibstat -p writes such a list",
                "0x0      | 'line 1 of the list FILE is ''0x0''; expected a port GUID'",
                "'\n0xzz' | 'line 2 of the list FILE is ''0xzz'''",
            })
    void namesTheLineWithoutAGuid(String text, String message) throws Exception {
        Files.writeString(ports, text);

        CommandRun run = fabric.run("mcm_rereg_test " + ports);

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.errors()).singleElement().asString().contains(message.replace("FILE", ports.toString()));
    }
}
