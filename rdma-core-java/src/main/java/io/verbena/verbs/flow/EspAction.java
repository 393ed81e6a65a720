package io.verbena.verbs.flow;

import io.verbena.iba.WireEnum;
import io.verbena.spi.verbs.EspRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Encryption or decryption of the packets that a rule matches (ibv_flow_action_esp(3)). A new action requires an association
 * and a key; a change of an action contains only what changes.
 *
 * @param association the security association
 * @param key the key
 * @param replayWindow the size of the replay window in packets; full offload only
 * @param extendedSequence the upper 32 bits of the sequence number
 * @param headers the enclosing headers, such as those of a tunnel, outermost first, of which the values count and not the
 *     masks; at most 16, full offload only
 */
public record EspAction(
        Optional<EspAssociation> association,
        Optional<AesGcmKey> key,
        OptionalInt replayWindow,
        OptionalInt extendedSequence,
        List<FlowSpec> headers) {

    /** Refuses too many headers, and specifications that are not headers. */
    public EspAction {
        headers = List.copyOf(headers);
        if (headers.size() > EspRecord.MAX_HEADERS) {
            throw new IllegalArgumentException(
                    headers.size() + " headers are too many; packets are within at most " + EspRecord.MAX_HEADERS);
        }
        for (FlowSpec header : headers) {
            if (header instanceof FlowTag || header instanceof FlowDrop) {
                throw new IllegalArgumentException(header + " is no header that packets can be within");
            }
        }
    }

    /** Returns a new action. */
    public static EspAction of(EspAssociation association, AesGcmKey key) {
        return new EspAction(
                Optional.of(association), Optional.of(key), OptionalInt.empty(), OptionalInt.empty(), List.of());
    }

    /** Returns a change that contains nothing yet. */
    public static EspAction change() {
        return new EspAction(Optional.empty(), Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), List.of());
    }

    /** Returns a copy with another association. */
    public EspAction association(EspAssociation other) {
        return new EspAction(Optional.of(other), key, replayWindow, extendedSequence, headers);
    }

    /** Returns a copy with another key. */
    public EspAction key(AesGcmKey other) {
        return new EspAction(association, Optional.of(other), replayWindow, extendedSequence, headers);
    }

    /** Returns a copy with a replay window of a number of packets. */
    public EspAction replayWindow(int packets) {
        return new EspAction(association, key, OptionalInt.of(packets), extendedSequence, headers);
    }

    /** Returns a copy with other upper 32 bits of the sequence number. */
    public EspAction extendedSequence(int upperHalf) {
        return new EspAction(association, key, replayWindow, OptionalInt.of(upperHalf), headers);
    }

    /** Returns a copy with one more enclosing header, inside those that it has. */
    public EspAction within(FlowSpec header) {
        List<FlowSpec> more = new ArrayList<>(headers);
        more.add(header);
        return new EspAction(association, key, replayWindow, extendedSequence, more);
    }

    /** Returns the length of the record in bytes. */
    public int length() {
        return EspRecord.LENGTH + headers.stream().mapToInt(FlowSpec::length).sum();
    }

    /** Writes the action with its key to the start of a zeroed buffer in the byte order of the machine. */
    public void write(ByteBuffer record) {
        record.putInt(EspRecord.PARTS, parts())
                .putInt(EspRecord.HEADERS, headers.size())
                .putInt(EspRecord.REPLAY_WINDOW, replayWindow.orElse(0))
                .putInt(EspRecord.EXTENDED_SEQUENCE, extendedSequence.orElse(0));
        association.ifPresent(present -> record.putInt(EspRecord.SECURITY_INDEX, present.securityIndex())
                .putInt(EspRecord.SEQUENCE, present.sequence())
                .putInt(EspRecord.PADDING, present.padding())
                .putInt(EspRecord.FLAGS, (int) WireEnum.bitsOf(present.flags()))
                .putLong(EspRecord.HARD_LIMIT, present.hardLimit()));
        key.ifPresent(present -> present.write(record));
        record.position(EspRecord.LENGTH);
        headers.forEach(header -> header.write(record));
    }

    private int parts() {
        return (association.isPresent() ? EspRecord.WITH_ASSOCIATION : 0)
                | (key.isPresent() ? EspRecord.WITH_KEY : 0)
                | (replayWindow.isPresent() ? EspRecord.WITH_REPLAY : 0)
                | (extendedSequence.isPresent() ? EspRecord.WITH_EXTENDED_SEQUENCE : 0);
    }
}
