package io.verbena.verbs.flow;

import java.nio.ByteBuffer;

/** A header that packets must have, or an action that applies to them: one {@code struct ibv_flow_spec}. */
public interface FlowSpec {
    /** Returns the length of this specification in bytes. */
    int length();

    /** Writes this specification at the position of a buffer in the byte order of the machine, and advances the position. */
    void write(ByteBuffer record);
}
