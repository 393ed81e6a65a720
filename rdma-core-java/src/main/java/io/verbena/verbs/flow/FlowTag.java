package io.verbena.verbs.flow;

import io.verbena.spi.verbs.FlowRecord;
import java.nio.ByteBuffer;

/**
 * Makes the completions of packets report a tag: {@code struct ibv_flow_spec_action_tag}.
 *
 * @param tag the tag, see {@link io.verbena.verbs.WorkCompletion#flowTag}
 */
public record FlowTag(int tag) implements FlowSpec {
    @Override
    public int length() {
        return FlowRecord.TAG_LENGTH;
    }

    @Override
    public void write(ByteBuffer record) {
        FlowRule.begin(record, FlowRecord.TAG, false, FlowRecord.TAG_LENGTH).putInt(FlowRecord.TAG_VALUE, tag);
    }
}
