package io.verbena.verbs.flow;

import io.verbena.spi.verbs.FlowRecord;
import java.nio.ByteBuffer;

/** Drops the packets: {@code struct ibv_flow_spec_action_drop}. */
public record FlowDrop() implements FlowSpec {
    @Override
    public int length() {
        return FlowRecord.DROP_LENGTH;
    }

    @Override
    public void write(ByteBuffer record) {
        FlowRule.begin(record, FlowRecord.DROP, false, FlowRecord.DROP_LENGTH);
    }
}
