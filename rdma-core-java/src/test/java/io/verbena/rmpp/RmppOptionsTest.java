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
                .withMessage("a window of 0 segments makes no sense; give 1 to 65536");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> good.withRetransmit(Duration.ZERO))
                .withMessage("to wait 0 ms for an acknowledgement makes no sense; give 1 ms to 1 min");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> good.withRetries(-1))
                .withMessage("-1 retries make no sense; give 0 to 1000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> good.withTotal(Duration.ofMillis(199)))
                .withMessageStartingWith("a transfer of at most 199 ms makes no sense; give 200 ms");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> good.withMaxLength(219))
                .withMessage("messages of at most 219 bytes make no sense; give 220 or more");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RmppFormat(35))
                .withMessage("a header of 35 bytes makes no sense; give 36 to 255");
    }
}
