package io.verbena.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.verbena.iba.RmppType;
import io.verbena.rmpp.RmppFormat;
import io.verbena.rmpp.RmppOptions;
import io.verbena.rmpp.RmppReceiver;
import java.time.Duration;

class RmppReceiverFuzzTest {
    private static final int MOST = 4096;
    private static final RmppOptions OPTIONS =
            RmppOptions.DEFAULTS.withMaxLength(MOST).withRetries(2).withTotal(Duration.ofSeconds(4));

    @FuzzTest
    void whateverComesTheMessageIsWholeOrTheTransferFails(FuzzedDataProvider data) {
        RmppOptions options = OPTIONS.withWindow(data.consumeInt(1, 70));
        RmppReceiver receiver = new RmppReceiver(new RmppFormat(data.consumeInt(36, 255)), options);
        RmppPackets packets = new RmppPackets(data, RmppType.ACK);
        long now = Long.MAX_VALUE;
        while (data.remainingBytes() > 0) {
            if (data.consumeProbabilityDouble() < 0.1) {
                now += data.consumeLong(0, 1_000_000_000);
                receiver.tick(now, packets);
            }
            receiver.received(packets.next(), now, packets);
            assertThat(receiver.isDone() && receiver.failure() != null).isFalse();
        }
        receiver.received(RmppPackets.second(), now, packets);
        receiver.tick(now + options.total().toNanos(), packets);
        assertThat(receiver.isDone() || receiver.failure() != null).isTrue();
        if (receiver.isDone()) {
            assertThat(receiver.message()).hasSizeBetween(36, MOST);
        }
    }
}
