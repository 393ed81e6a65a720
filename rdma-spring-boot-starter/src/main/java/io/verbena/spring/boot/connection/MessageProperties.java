package io.verbena.spring.boot.connection;

import io.verbena.connection.message.MessageOptions;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How large the messages of a server or a client are. The two sides may differ.
 *
 * @param slots How many small messages are kept that nobody has taken, from 2 to 8192.
 * @param slotSize How long a message may be to be sent at once, from 64B to 1MB; a longer one is read by the other side.
 * @param largest Longest message that is taken.
 * @param window How many long messages are under way at once in each direction, from 1 to 64.
 */
public record MessageProperties(
        @DefaultValue("16") int slots,
        @DefaultValue("64KB") DataSize slotSize,
        @DefaultValue("16MB") DataSize largest,
        @DefaultValue("4") int window) {

    /** Refuses what cannot work. */
    public MessageProperties {
        options(slots, slotSize, largest, window, MessageOptions.DEFAULTS.timeout());
    }

    MessageOptions options(Duration timeout) {
        return options(slots, slotSize, largest, window, timeout);
    }

    private static MessageOptions options(int slots, DataSize slot, DataSize largest, int window, Duration timeout) {
        return new MessageOptions(slots, bytes(slot), bytes(largest), window, timeout);
    }

    private static int bytes(DataSize size) {
        return (int) Math.max(-1, Math.min(Integer.MAX_VALUE, size.toBytes()));
    }
}
