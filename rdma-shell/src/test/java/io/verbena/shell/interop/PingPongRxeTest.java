package io.verbena.shell.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ping-pongs with the C programs of the same names, from rxe0 to rxe1 and back. */
@Tag("rxe")
@Timeout(300)
class PingPongRxeTest {
    private static final String NEAR = " -d rxe0 -g 1 -e -n 100 ";
    private static final String FAR = " -d rxe1 -g 1 -e -n 100 ";
    private static final int PORT = 18515;

    /** Checks that the local address of each side is the remote address of the other. */
    private static void metEachOther(String one, String other) {
        assertThat(addresses(one, "local")).isNotEmpty().isEqualTo(addresses(other, "remote"));
        assertThat(addresses(one, "remote")).isNotEmpty().isEqualTo(addresses(other, "local"));
    }

    private static String addresses(String output, String whose) {
        return output.lines()
                .filter(line -> line.startsWith("  " + whose + " address: "))
                .map(line -> line.replaceFirst(".*address: +", "").replace(": GID", ", GID"))
                .sorted()
                .toList()
                .toString()
                .replace("[]", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rc",
                "uc",
                "ud",
                "srq",
                "rc -c -s 10000",
                "ud -c -s 512",
                "srq -q 3 -r 20",
                "rc -r 1 -m 512",
                "rc -o",
                "srq -o"
            })
    void cProgramAsServer(String service) {
        String program = program(service);
        try (CProgram server = CProgram.start(program + FAR).listeningTcp(PORT)) {
            CommandRun client = CommandRun.verbenaLine((program + NEAR + "10.77.0.2").replaceAll(" +", " "));

            assertThat(client.err()).isEmpty();
            assertThat(client.exitCode()).isZero();
            metEachOther(client.out(), server.ok());
            assertThat(client.out()).containsPattern("\n\\d+ bytes in .* Mbit/sec\n100 iters in .* usec/iter\n$");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rc", "uc", "ud", "srq", "rc -c -s 10000", "ud -c -s 512", "srq -q 3 -r 20", "rc -o"})
    void cProgramAsClient(String service) {
        String program = program(service);
        VerbenaServer server = VerbenaServer.start((program + FAR).strip().replaceAll(" +", " "))
                .listeningTcp(PORT);
        try (CProgram client = CProgram.start(program + NEAR + "10.77.0.2")) {
            String said = client.ok();

            CommandRun served = server.end();
            assertThat(served.err()).isEmpty();
            assertThat(served.exitCode()).isZero();
            metEachOther(served.out(), said);
            assertThat(said).doesNotContain("invalid data");
        }
    }

    /** "rc -c" is ibv_rc_pingpong -c. */
    private static String program(String service) {
        String[] words = service.split(" ", 2);
        return "ibv_" + words[0] + "_pingpong" + (words.length == 1 ? "" : " " + words[1]);
    }

    @Test
    void verbenaOnBothSides() {
        VerbenaServer server = VerbenaServer.start("ibv_rc_pingpong -p 18600 -N -c" + FAR.stripTrailing())
                .listeningTcp(18600);

        CommandRun client = CommandRun.verbenaLine("ibv_rc_pingpong --format json -p 18600 -N -c" + NEAR + "10.77.0.2")
                .ok();

        assertThat(server.end().exitCode()).isZero();
        assertThat(client.json().get("iterations").asInt()).isEqualTo(100);
        assertThat(client.json().get("bytes").asInt()).isEqualTo(819200);
        assertThat(client.json().get("microsPerIteration").asDouble()).isPositive();
        assertThat(client.json().get("local")).hasSize(1);
    }

    @Test
    void serverReportsTheDifferentOptionsOfItsClient() {
        try (CProgram server = CProgram.start("ibv_rc_pingpong" + FAR).listeningTcp(PORT)) {
            VerbenaServer client = VerbenaServer.start("ibv_srq_pingpong -q 2" + NEAR + "10.77.0.2");

            assertThat(client.end().exitCode()).isEqualTo(4);
            assertThat(client.end().err()).contains("10.77.0.2").hasLineCount(1);
            assertThat(server.exitCode()).isNotZero();
        }
    }

    /** The C programs exit with an error, too. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ibv_rc_pingpong -o -d siw0 -g 0    | ibv_reg_mr(siw0)       | [SEND, RECEIVE]
            ibv_srq_pingpong -o -d siw0 -g 0   | ibv_reg_mr(siw0)       | [SEND, SHARED_RECEIVE]
            ibv_rc_pingpong -O -P -d rxe0 -g 1 | ibv_reg_mr(rxe0)       | not implicitly
            ibv_rc_pingpong -j -d rxe0 -g 1    | ibv_alloc_dm(rxe0)     | device memory is 0 bytes
            ibv_rc_pingpong -t -d rxe0 -g 1    | ibv_create_cq_ex(rxe0) | completion timestamps
            """)
    void reportsFeaturesThatTheDeviceLacks(String line, String call, String why) {
        try (CProgram c = CProgram.start(line + " 10.77.0.2")) {
            assertThat(c.exitCode()).isNotZero();
        }
        CommandRun run = CommandRun.verbenaLine(line + " 10.77.0.2");

        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).contains(call, why).hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ibv_rc_pingpong -P    | does not support prefetching
            ibv_rc_pingpong -j -o | cannot be combined
            """)
    void rejectsInvalidCombinationsOfOptions(String line, String why) {
        CommandRun run = CommandRun.verbenaLine(line + " -d rxe0 -g 1 10.77.0.2");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(why);
    }

    @Test
    void rejectsAnEthernetPortWithoutAGid() {
        CommandRun run = CommandRun.verbenaLine("ibv_rc_pingpong -d rxe0 10.77.0.2");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("rxe0/1 is an Ethernet port", "ibv_devinfo -v");
    }
}
