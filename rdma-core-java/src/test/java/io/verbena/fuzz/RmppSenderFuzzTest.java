package io.verbena.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.iba.RmppType;
import io.verbena.rmpp.RmppFormat;
import io.verbena.rmpp.RmppOptions;
import io.verbena.rmpp.RmppSender;
import java.time.Duration;

class RmppSenderFuzzTest {
    private static final RmppOptions OPTIONS =
            RmppOptions.DEFAULTS.withRetries(2).withTotal(Duration.ofSeconds(4));

    @FuzzTest
    void whateverComesTheSenderEndsAndSendsOnlyWhatItHas(FuzzedDataProvider data) {
        RmppFormat format = new RmppFormat(data.consumeInt(36, 255));
        byte[] message = new byte[format.headerLength() + data.consumeInt(0, 5000)];
        message[3] = data.consumeByte();
        RmppSender sender = new RmppSender(message, format, OPTIONS);
        RmppPackets packets = new RmppPackets(data, RmppType.DATA);
        packets.answers(message[3]);
        long now = Long.MAX_VALUE;
        sender.start(now, packets);
        while (data.remainingBytes() > 0) {
            if (data.consumeProbabilityDouble() < 0.1) {
                now += data.consumeLong(0, 1_000_000_000);
                sender.tick(now, packets);
            }
            sender.received(packets.next(), now, packets);
            assertThat(sender.isDone() && sender.failure() != null).isFalse();
        }
        sender.tick(now + OPTIONS.total().toNanos(), packets);
        assertThat(sender.isDone() || sender.failure() != null).isTrue();
    }
}
