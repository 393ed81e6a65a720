package io.verbena.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.MadHeader;
import io.verbena.iba.ManagementClass;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs tshark on a trace. */
final class Tshark {
    private static final List<String> FIELDS = List.of(
            "frame.time_epoch",
            "infiniband.lrh.slid",
            "infiniband.lrh.dlid",
            "infiniband.lrh.vl",
            "infiniband.lrh.sl",
            "infiniband.grh.sgid",
            "infiniband.grh.dgid",
            "infiniband.grh.paylen",
            "infiniband.grh.flowlabel",
            "infiniband.bth.opcode",
            "infiniband.bth.p_key",
            "infiniband.bth.destqp",
            "infiniband.deth.srcqp",
            "infiniband.deth.q_key",
            "infiniband.mad.mgmtclass",
            "infiniband.mad.method",
            "infiniband.mad.status",
            "infiniband.mad.transactionid",
            "infiniband.mad.attributeid",
            "infiniband.mad.attributemodifier",
            "infiniband.smpdirected.smpstatus",
            "infiniband.smpdirected.hopcount",
            "infiniband.rmpp.rmpptype",
            "infiniband.rmpp.rmppflags",
            "infiniband.rmpp.segmentnumber",
            "infiniband.rmpp.payloadlength",
            "infiniband.invariant.crc",
            "infiniband.variant.crc",
            "_ws.malformed");

    /** The fields of a packet; absent ones are empty. */
    record Frame(Map<String, String> fields) {
        String text(String field) {
            String value = fields.get(field);
            assertThat(value).as("%s in %s", field, fields).isNotEmpty();
            return String.valueOf(value);
        }

        /** Returns a number, decimal or hexadecimal with 0x. */
        long number(String field) {
            String text = text(field);
            return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
        }

        boolean has(String field) {
            return !fields.getOrDefault(field, "").isEmpty();
        }

        /** Asserts that the packet has the header of this datagram. */
        void carries(byte[] mad) {
            MadHeader header = MadHeader.LAYOUT.wrap(mad, 0);
            assertThat(has("_ws.malformed")).as("malformed: %s", fields).isFalse();
            assertThat(number("infiniband.bth.opcode")).isEqualTo(0x64);
            assertThat(number("infiniband.mad.mgmtclass")).isEqualTo(header.managementClassBits());
            assertThat(number("infiniband.mad.method")).isEqualTo(header.methodBits());
            assertThat(number("infiniband.mad.transactionid")).isEqualTo(header.transactionId());
            assertThat(number("infiniband.mad.attributeid")).isEqualTo(header.attributeId());
            assertThat(number("infiniband.mad.attributemodifier")).isEqualTo(header.attributeModifier());
            if (header.managementClass() == ManagementClass.SUBNET_DIRECTED_ROUTE) {
                DirectedRouteSmp smp = DirectedRouteSmp.LAYOUT.wrap(mad, 0);
                assertThat(number("infiniband.smpdirected.smpstatus")).isEqualTo(header.status());
                assertThat(number("infiniband.smpdirected.hopcount")).isEqualTo(smp.hopCount());
            } else {
                assertThat(number("infiniband.mad.status")).isEqualTo(header.status());
            }
        }
    }

    private Tshark() {}

    /** Skips the test unless tshark is installed. */
    static void assumeInstalled() {
        boolean found = Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "tshark")));
        assumeTrue(found, "tshark is not installed");
    }

    /** Returns all packets of a trace. */
    static List<Frame> read(Path trace) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "tshark", "-n", "-r", trace.toString(), "-T", "fields", "-E", "separator=/t", "-E", "occurrence=f"));
        FIELDS.forEach(field -> command.addAll(List.of("-e", field)));
        Path errors = Files.createTempFile("tshark", null);
        try {
            ProcessBuilder tshark = new ProcessBuilder(command).redirectError(errors.toFile());
            // The preload library of a simulated fabric must not affect tshark.
            tshark.environment().remove("LD_PRELOAD");
            Process process = tshark.start();
            process.getOutputStream().close();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
            return out.lines().map(Tshark::frame).toList();
        } finally {
            Files.delete(errors);
        }
    }

    private static Frame frame(String line) {
        List<String> values = Arrays.asList(line.split("\t", -1));
        assertThat(values).hasSameSizeAs(FIELDS);
        Map<String, String> fields = new LinkedHashMap<>();
        for (int column = 0; column < FIELDS.size(); column++) {
            fields.put(FIELDS.get(column), values.get(column));
        }
        return new Frame(fields);
    }
}
