package io.verbena.rmpp;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.iba.RmppData;
import io.verbena.rmpp.Network.Weather;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A sender and a receiver over an unreliable network. */
class RmppTransferTest {
    private static final List<Integer> WINDOWS = List.of(1, 2, 5, 7, 64);
    private static final List<Integer> LENGTHS =
            List.of(0, 1, 199, 200, 201, 400, 401, 1000, 12_800, 13_000, 13_001, 65_536, 100_000, 300_000);
    private static final Weather BAD = new Weather(5, 5, Duration.ofMillis(3));

    static Stream<Arguments> everyWindowWithEveryLength() {
        return WINDOWS.stream().flatMap(window -> LENGTHS.stream().map(length -> Arguments.of(window, length)));
    }

    @ParameterizedTest(name = "window {0}, {1} bytes")
    @MethodSource("everyWindowWithEveryLength")
    void aMessageArrivesUnchangedWithoutTimeouts(int window, int length) {
        byte[] message = Messages.answer(length);
        RmppReceiver receiver = receiver(RmppOptions.DEFAULTS.withWindow(window));

        Network network = new Network(1, Weather.FINE, sender(message, RmppOptions.DEFAULTS), receiver).run();

        assertThatItArrived(receiver, message);
        assertThat(network.elapsed()).isZero();
    }

    @ParameterizedTest(name = "window {0}, {1} bytes")
    @MethodSource("everyWindowWithEveryLength")
    void aMessageArrivesOverANetworkThatLosesDuplicatesAndReorders(int window, int length) {
        byte[] message = Messages.answer(length);
        RmppOptions patient = RmppOptions.DEFAULTS.withWindow(window).withTotal(Duration.ofHours(1));
        RmppReceiver receiver = receiver(patient);

        new Network(window * 31L + length, BAD, sender(message, patient), receiver).run();

        assertThatItArrived(receiver, message);
    }

    @Test
    void overAnyNetworkTheMessageArrivesIdenticalOrBothEndsFailInTime() {
        int arrived = 0;
        for (int seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            byte[] message = Messages.answer(random.nextInt(1 << random.nextInt(16)));
            RmppOptions options = RmppOptions.DEFAULTS
                    .withWindow(1 + random.nextInt(70))
                    .withRetries(random.nextInt(8))
                    .withTotal(Duration.ofMillis(200 + random.nextInt(20_000)));
            Weather weather =
                    new Weather(random.nextInt(60), random.nextInt(40), Duration.ofMillis(random.nextInt(300)));
            RmppSender sender = sender(message, options);
            RmppReceiver receiver = receiver(options);

            Network network = new Network(seed, weather, sender, receiver).run();

            assertThat(network.elapsed())
                    .as("seed %d", seed)
                    .isLessThan(options.total().multipliedBy(2).plusSeconds(1));
            if (receiver.isDone()) {
                assertThatItArrived(receiver, message);
                arrived++;
            } else {
                assertThat(sender.isDone()).as("seed %d", seed).isFalse();
                assertThat(sender.failure()).as("seed %d", seed).isNotNull();
            }
        }
        assertThat(arrived).isBetween(200, 1999);
    }

    @Test
    void anUnresponsiveReceiverFailsTheTransferAfterTheRetries() {
        RmppSender sender = sender(Messages.answer(1000), RmppOptions.DEFAULTS);

        Network network =
                new Network(1, new Weather(100, 0, Duration.ZERO), sender, receiver(RmppOptions.DEFAULTS)).run();

        assertThat(sender.failure())
                .hasToString(
                        "the peer acknowledged nothing for 9400 ms and 8 tries, when 0 of 5 segments were acknowledged");
        assertThat(network.elapsed()).isEqualTo(Duration.ofMillis(9400));
    }

    @Test
    void dataAreReadWhenTheyAreSent() {
        byte[] message = Messages.answer(70_000);
        byte[] headers = Arrays.copyOf(message, RmppData.LENGTH);
        RmppReceiver receiver = receiver(RmppOptions.DEFAULTS);
        RmppSender sender = new RmppSender(
                headers,
                70_000,
                (offset, target, position, length) ->
                        System.arraycopy(message, Messages.HEADERS + offset, target, position, length),
                Messages.FORMAT,
                RmppOptions.DEFAULTS);

        new Network(3, BAD, sender, receiver).run();

        assertThatItArrived(receiver, message);
    }

    private static RmppSender sender(byte[] message, RmppOptions options) {
        return new RmppSender(message, Messages.FORMAT, options);
    }

    private static RmppReceiver receiver(RmppOptions options) {
        return new RmppReceiver(Messages.FORMAT, options);
    }

    private static void assertThatItArrived(RmppReceiver receiver, byte[] message) {
        assertThat(receiver.failure()).isNull();
        assertThat(receiver.isDone()).isTrue();
        byte[] whole = receiver.message();
        assertThat(whole).hasSameSizeAs(message);
        // The RMPP header is that of the first segment.
        assertThat(Arrays.mismatch(whole, 0, 24, message, 0, 24)).isEqualTo(-1);
        assertThat(Arrays.mismatch(whole, 36, whole.length, message, 36, message.length))
                .isEqualTo(-1);
    }
}
