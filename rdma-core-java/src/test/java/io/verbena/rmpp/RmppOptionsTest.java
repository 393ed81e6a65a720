package io.verbena.rmpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RmppOptionsTest {
    @ParameterizedTest(name = "class {0}")
    @CsvSource({"0x03, 56", "0x06, 64", "0x10, 64", "0x12, 64", "0x30, 40", "0x4f, 40"})
    void theManagementClassDeterminesTheFormat(String code, int headerLength) {
        assertThat(RmppFormat.of(Integer.decode(code))).hasValue(new RmppFormat(headerLength));
        assertThat(new RmppFormat(headerLength).dataLength()).isEqualTo(256 - headerLength);
    }

    @ParameterizedTest(name = "class {0}")
    @CsvSource({"0x01", "0x04", "0x05", "0x07", "0x09", "0x21", "0x50", "0x81"})
    void otherClassesHaveNoLongMessages(String code) {
        assertThat(RmppFormat.of(Integer.decode(code))).isEmpty();
    }

    @Test
    void refusesInvalidOptions() {
        RmppOptions good = RmppOptions.DEFAULTS;
        assertThatIllegalArgumentException()
                .isThrownBy(() -> good.withWindow(0))
                .withMessage("window in segments 0 is out of range; expected 1 to 65536");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> good.withRetransmit(Duration.ZERO))
                .withMessage("retransmit timeout 0s is out of range; expected 0.001s to 1m");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> good.withRetries(-1))
                .withMessage("retries -1 is out of range; expected 0 to 1000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> good.withTotal(Duration.ofMillis(199)))
                .withMessageStartingWith("duration of a transfer 0.199s is out of range; expected 0.2s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> good.withMaxLength(219))
                .withMessage("maximum length 219 is out of range; expected 220 to 2147483647");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RmppFormat(35))
                .withMessage("a header of 35 bytes makes no sense; give 36 to 255");
    }
}
