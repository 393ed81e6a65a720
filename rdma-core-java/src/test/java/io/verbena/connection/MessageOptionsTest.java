package io.verbena.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class MessageOptionsTest {
    @Test
    void thereAreNoMoreSlotsThanTheQueuesHaveRoomFor() {
        assertThat(MessageOptions.DEFAULTS.fitting(16).slots()).isEqualTo(3);
        assertThat(MessageOptions.DEFAULTS.fitting(64).slots()).isEqualTo(16);
    }

    @Test
    void queuesThatAreTooSmallForTheWindowAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageOptions.DEFAULTS.window(8).fitting(16))
                .withMessage(
                        "a queue depth of 16 has no room for a window of 8; connect with a larger queueDepth, or open"
                                + " the channel with a smaller window");
    }

    @Test
    void whatCannotWorkIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageOptions.DEFAULTS.slots(1, 64))
                .withMessage("number of slots 1 is out of range; expected 2 to 8192");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageOptions.DEFAULTS.largest(100))
                .withMessageContaining("largest message in bytes 100 is out of range; expected 65536 to");
    }

    @Test
    void slotsThatDoNotFitIntoOneBufferAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageOptions.DEFAULTS
                        .slots(8192, 1 << 20)
                        .largest(1 << 20)
                        .fitting(16_384))
                .withMessage(
                        "8192 slots of 1048576 bytes, and 7 beyond them, are 8597602584 bytes, and one buffer has at"
                                + " most 2147483647; open the channel with fewer or smaller slots");
    }
}
