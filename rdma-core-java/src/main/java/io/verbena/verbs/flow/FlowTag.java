package io.verbena.verbs.flow;

import java.nio.ByteBuffer;

/**
 * The completion of a packet tells this tag: {@code struct ibv_flow_spec_action_tag}.
 *
 * @param tag the tag, see {@link io.verbena.verbs.WorkCompletion#flowTag}
 */
public record FlowTag(int tag) implements FlowSpec {
    private static final int TYPE = 0x1000;
    private static final int LENGTH = 12;

    @Override
    public int length() {
        return LENGTH;
    }

    @Override
    public void write(ByteBuffer record) {
        SpecWriter.begin(record, TYPE, false, LENGTH, Integer.BYTES).u32(tag).end();
    }
}
