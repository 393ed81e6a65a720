package io.verbena.verbs.flow;

import java.nio.ByteBuffer;

/** The packet is dropped: {@code struct ibv_flow_spec_action_drop}. */
public record FlowDrop() implements FlowSpec {
    private static final int TYPE = 0x1001;
    private static final int LENGTH = 8;

    @Override
    public int length() {
        return LENGTH;
    }

    @Override
    public void write(ByteBuffer record) {
        SpecWriter.begin(record, TYPE, false, LENGTH, Short.BYTES).end();
    }
}
