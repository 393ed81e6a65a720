package io.verbena.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.shell.parity.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Bytes as captures, logs and debuggers show them. No fabric is there: one that does not exist is named. */
class DecodeMadTest {
    /** The answer of a switch of 36 ports to SubnGet(NodeInfo) by directed route. */
    private static final String MAD = "01810181 80000001 00000000 00000007 00110000 00000000"
            + "00".repeat(40)
            + "01010224 0002c900 00010003 0002c900 00010000 0002c900 00010000 0008d2f0 000000a1 010002c9"
            + "00".repeat(24 + 128);

    private static final String UMAD = "0000000000000000000000000000000000000000000000000000000000000000"
            + "0000000000000000000000000000000000000000000000000000000000000000";
    private static final String BTH = "6400ffff 00000001 00000000";
    private static final String DETH = "80010000 00000001";
    private static final String LRH = "f002ffff 00480001";
    private static final String GRH =
            "60000000 01181b40" + " fe80000000000000 0002c90300001491 fe80000000000000 0002c90300001492 ";

    @Test
    void decodesTheFieldsOfADatagram() {
        CommandRun run = decode(MAD).ok();

        assertThat(run.lines().get(0)).isEqualTo("# SubnGetResp(NodeInfo), subnet directed route: success");
        assertThat(run.lines())
                .contains("# DirectedRouteSmp, byte 0", "# NodeInfo, byte 64")
                .anyMatch(line -> line.contains("nodeType=SWITCH, numPorts=36"));
        assertThat(run.out()).doesNotContain("# Note");
    }

    @ParameterizedTest
    @ValueSource(strings = {UMAD, LRH + BTH + DETH, BTH + DETH, GRH, GRH + BTH + DETH})
    void findsTheDatagramBehindOtherHeaders(String front) {
        int start = front.replace(" ", "").length() / 2;

        assertThat(decode(front + MAD).ok().lines())
                .contains("# DirectedRouteSmp, byte " + start, "# NodeInfo, byte " + (start + 64));
        assertThat(decode("--offset", "" + start, front + MAD).ok().lines())
                .contains("# NodeInfo, byte " + (start + 64));
    }

    @Test
    void namesThePrecedingHeaders() {
        String local = LRH.replace("f002", "f003");

        assertThat(decode(local + GRH + BTH + DETH + MAD).ok().lines())
                .contains(
                        "# LocalRouteHeader, byte 0",
                        "# GlobalRouteHeader, byte 8",
                        "# BaseTransportHeader, byte 48",
                        "# DatagramExtendedTransportHeader, byte 60",
                        "# NodeInfo, byte 132");
        assertThat(decode("--umad", UMAD + MAD).ok().lines().get(0)).isEqualTo("# UmadHeader, byte 0");
    }

    @Test
    void printsJson() {
        JsonNode json = decode("--format", "json", UMAD + MAD).ok().json();

        assertThat(json.get("method").asString()).isEqualTo("SubnGetResp");
        assertThat(json.get("attribute").asString()).isEqualTo("NodeInfo");
        assertThat(json.get("umad").get("lid").asInt()).isZero();
        JsonNode payload = json.get("payload").get(0);
        assertThat(payload.get("offset").asInt()).isEqualTo(128);
        assertThat(payload.get("fields").get("numPorts").asInt()).isEqualTo(36);
    }

    @Test
    void acceptsDumpsOfOtherPrograms(@TempDir Path directory) throws Exception {
        String expected = decode(MAD).ok().out();
        String plain = MAD.replace(" ", "");
        StringBuilder hexdump = new StringBuilder();
        StringBuilder xxd = new StringBuilder();
        StringBuilder wireshark = new StringBuilder();
        for (int at = 0; at < plain.length() / 2; at += 16) {
            String row = plain.substring(at * 2, Math.min(plain.length(), at * 2 + 32));
            String bytes = row.replaceAll("..", "$0 ");
            hexdump.append("%08x  %s %s |..fade..|%n".formatted(at, bytes.substring(0, 24), bytes.substring(24)));
            xxd.append("%08x: %s  .fa.de.%n"
                    .formatted(at, row.replaceAll("....", "$0 ").strip()));
            wireshark.append("%04x   %s  fade..%n".formatted(at, bytes));
        }

        for (CharSequence dump : new CharSequence[] {hexdump, xxd, wireshark, "0x" + plain, MAD.replace(' ', '\n')}) {
            Path file = Files.writeString(directory.resolve("dump"), dump);
            assertThat(decode("-f", file.toString()).ok().out()).as("%s", dump).isEqualTo(expected);
            assertThat(decode("@" + file).ok().out()).isEqualTo(expected);
        }
    }

    @Test
    void readsStandardInput() {
        InputStream input = System.in;
        try {
            System.setIn(new ByteArrayInputStream(MAD.getBytes(StandardCharsets.US_ASCII)));
            assertThat(decode().ok().out()).contains("# NodeInfo, byte 64");
            System.setIn(new ByteArrayInputStream("01".repeat(2_000_000).getBytes(StandardCharsets.US_ASCII)));
            CommandRun run = decode();
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.errors()).singleElement().asString().contains("longer than 1048576 characters");
        } finally {
            System.setIn(input);
        }
    }

    @Test
    void separatesTheRecordsOfATable() {
        String header = "01030292 00000000 00000000 00000007 00110000 00000000 01010700 00000001 000000ec"
                + "0000000000000000 000e0000 0000000000000000";
        String record = "00010000" + "01010224 0002c900 00010003 0002c900 00010000 0002c900 00010000" + "00".repeat(80);

        CommandRun run = decode(header + record + record).ok();

        assertThat(run.lines())
                .contains("# SubnAdmGetTableResp(NodeRecord), subnet administration: success")
                .contains("# NodeRecord, byte 56", "# NodeRecord, byte 168");
        assertThat(decode(header.replace("000e0000", "00010000") + record).ok().out())
                .contains("# Note: attribute offset 1 at byte 44 is too small for a NodeRecord");
    }

    @Test
    void reportsIrregularities() {
        assertThat(decode(MAD.substring(0, 81)).ok().out()).contains("256 bytes given; missing bytes count as zeros");
        assertThat(decode("--offset", "0", MAD.replaceFirst("01", "07")).ok().out())
                .contains("# Note: base version 7 at byte 0; only 1 is known");
        assertThat(decode("0177" + MAD.substring(4)).ok().out()).contains("# Note: class 0x77 at byte 1 is not known");
        assertThat(decode(MAD.replace("00110000", "77110000")).ok().out())
                .contains("# Note: attribute 0x7711 at byte 16 is not known to this class");
    }

    @Test
    void arbitraryInputCausesAtMostAUsageError() {
        Random random = new Random(20261121);
        String plain = MAD.replace(" ", "");
        for (int round = 0; round < 1000; round++) {
            StringBuilder text = new StringBuilder((random.nextBoolean() ? "" : UMAD + GRH) + plain);
            for (int change = random.nextInt(40); change > 0; change--) {
                int at = random.nextInt(random.nextBoolean() ? 48 : text.length());
                text.setCharAt(at, "0123456789abcdef :xg".charAt(random.nextInt(random.nextInt(8) == 0 ? 20 : 16)));
            }
            text.setLength(random.nextInt(4) == 0 ? random.nextInt(text.length()) : text.length());
            CommandRun run = decode("--format", random.nextBoolean() ? "text" : "json", "--", text.toString());

            assertThat(run.exitCode()).as("%s: %s", text, run.err()).isIn(0, 2);
            assertThat(run.errors()).hasSize(run.exitCode() == 0 ? 0 : 1);
            assertThat(run.err()).doesNotContain("Exception", "internal error");
        }
    }

    private static CommandRun decode(String... arguments) {
        String[] command = new String[arguments.length + 2];
        command[0] = "--fabric=none";
        command[1] = "decode-mad";
        System.arraycopy(arguments, 0, command, 2, arguments.length);
        return CommandRun.verbena(command);
    }
}
