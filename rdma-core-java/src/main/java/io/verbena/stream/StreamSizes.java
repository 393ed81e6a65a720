package io.verbena.stream;

import io.verbena.error.SysException;
import java.util.Map;

/**
 * The sizes of a stream, after the defaults of rsocket(7) and the limits of the protocol are applied.
 *
 * @param sends the length of the send queue
 * @param receives the number of data messages that the peer may send ahead
 * @param inlineBytes the maximum length of inline data
 * @param mappings the length of the table of mappings
 * @param sendBytes the size of the send ring
 * @param receiveBytes the size of the receive ring, an even number
 */
record StreamSizes(int sends, int receives, int inlineBytes, int mappings, int sendBytes, int receiveBytes) {
    /**
     * Returns the sizes for options.
     *
     * @throws SysException if a value is out of range (EINVAL)
     */
    static StreamSizes of(Map<StreamOption, Integer> options) {
        return new StreamSizes(
                StreamOption.SEND_REQUESTS.checkedIn(options),
                StreamOption.RECEIVE_REQUESTS.checkedIn(options),
                StreamOption.INLINE_BYTES.checkedIn(options),
                StreamOption.MAPPINGS.checkedIn(options),
                StreamOption.SEND_BUFFER.checkedIn(options),
                StreamOption.RECEIVE_BUFFER.checkedIn(options) & ~1);
    }
}
