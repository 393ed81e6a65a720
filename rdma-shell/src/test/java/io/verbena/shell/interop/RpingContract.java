package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** rping with the C program of the same name. */
@Timeout(120)
abstract class RpingContract {
    private static final int PORT = 7174;

    /** An address of the bed, as a server listens at it. */
    abstract String server();

    private static List<String> data(String output, String before) {
        return output.lines()
                .filter(line -> line.startsWith(before))
                .map(line -> line.substring(before.length()))
                .toList();
    }

    private static void sawTheSame(String client, String server, int count) {
        assertThat(data(client, "ping data: ")).hasSize(count).isEqualTo(data(server, "server ping data: "));
    }

    void cServes(String options) {
        try (CProgram server =
                CProgram.start("rping -s -v -a " + server() + options).listeningCm(PORT)) {
            CommandRun client = CommandRun.verbenaLine("rping -c -v -V -C 5 -a " + server() + options);

            assertThat(client.err()).isEmpty();
            assertThat(client.exitCode()).isZero();
            server.exitCode();
            sawTheSame(client.out(), server.output(), 5);
        }
    }

    void cCalls(String options) {
        VerbenaServer server =
                VerbenaServer.start("rping -s -v -a " + server() + options).listeningCm(PORT);
        try (CProgram client = CProgram.start("rping -c -v -V -C 5 -a " + server() + options)) {
            String said = client.ok();

            CommandRun served = server.end();
            assertThat(served.err()).isEmpty();
            assertThat(served.exitCode()).isZero();
            sawTheSame(said, served.out(), 5);
            assertThat(said).doesNotContain("mismatch");
        }
    }

    @Test
    void cProgramAsServer() {
        cServes("");
    }

    @Test
    void cProgramAsClient() {
        cCalls("");
    }

    @Test
    void acceptsOtherSizesInBothDirections() {
        cServes(" -S 400");
        cCalls(" -S 25");
    }

    @Test
    void servesSeveralCPrograms() throws Exception {
        Thread server = new Thread(() -> CommandRun.verbenaLine("rping -s -P -a " + server()));
        server.start();
        CProgram.await(() -> CProgram.listensCm(PORT), server::isAlive, server::toString);

        String line = "rping -c -v -V -C 5 -a " + server();
        try (CProgram one = CProgram.start(line);
                CProgram other = CProgram.start(line)) {
            assertThat(data(one.ok(), "ping data: ")).hasSize(5);
            assertThat(data(other.ok(), "ping data: ")).hasSize(5);
        }
        server.interrupt();
        server.join(20_000);
        assertThat(server.isAlive()).isFalse();
    }

    @Test
    void reportsAMissingServerInOneLine() {
        CommandRun client = CommandRun.verbenaLine("rping -c -C 1 -p 7999 -a " + server());

        assertThat(client.exitCode()).isEqualTo(4);
        assertThat(client.errors()).singleElement().asString().contains(server());
    }
}
