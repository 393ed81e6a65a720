package io.verbena.mad;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Lid;
import io.verbena.path.CombinedPath;
import io.verbena.path.DirectedPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares requests along a combined route with those of the C smpquery; no simulator forwards such packets. */
@Timeout(30)
class CombinedRouteTest {
    private static final int DATAGRAM = 256;
    private static final String FIXTURE = "combined-routes.txt";

    /** A command, {@code smpquery -c OPERATION LID ROUTE [PORT]}, and the bytes that it sent. */
    record Captured(String command, String sent) {
        CombinedPath path() {
            String[] words = command.split(" ", -1);
            return new CombinedPath(Lid.parse(words[3]), DirectedPath.parse(words[4]));
        }

        DirectedRouteSmp smp() {
            byte[] start = HexFormat.of().parseHex(sent);
            return DirectedRouteSmp.LAYOUT.wrapWritable(Arrays.copyOf(start, DATAGRAM), 0);
        }

        @Override
        public String toString() {
            return command;
        }
    }

    static List<Captured> captured() {
        List<Captured> all = new ArrayList<>();
        List<String> lines = lines();
        for (int line = 1; line < lines.size(); line += 2) {
            all.add(new Captured(
                    lines.get(line).substring(2), lines.get(line + 1).substring(2)));
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("captured")
    void hasTheBytesOfSmpquery(Captured captured) {
        try (ScriptedPort port = new ScriptedPort(ScriptedPort.PATIENT)) {
            DirectedRouteSmp theirs = captured.smp();
            var request = MadRequest.of(
                    theirs.managementClass(), theirs.method(), theirs.attributeId(), theirs.attributeModifier());
            var answer = port.mad.async().call(request, captured.path());
            ScriptedChannel.Request ours = port.channel.next();

            // Transaction ID and source LID differ.
            theirs.transactionId(ours.transactionId()).drSlid(Lid.of(1));
            assertThat(ours.bytes()).isEqualTo(theirs.toBytes());
            assertThat(ours.destination().lid()).isEqualTo(captured.path().lid().bits());
            assertThat(answer).isNotDone();
        }
    }

    private static List<String> lines() {
        try (var in = CombinedRouteTest.class.getResourceAsStream(FIXTURE)) {
            return new String(in.readAllBytes(), US_ASCII).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
