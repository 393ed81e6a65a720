package io.verbena.netty;

import io.netty.channel.IoEvent;
import io.netty.channel.IoHandle;
import io.verbena.stream.StreamReadiness;
import java.util.Set;

/** A channel that a {@link RdmaIoHandler} serves. */
interface RdmaIoHandle extends IoHandle {
    @Override
    void close();

    /** The event that a channel is ready, which is valid only while the channel handles it. */
    final class Ready implements IoEvent {
        Set<StreamReadiness> readiness = Set.of();

        /** Returns whether bytes, their end or a failure can be read, or a connection be accepted. */
        boolean isReadable() {
            return readiness.contains(StreamReadiness.READABLE);
        }

        /** Returns whether bytes can be written, or a write fails at once. */
        boolean isWritable() {
            return readiness.contains(StreamReadiness.WRITABLE);
        }

        /** Returns whether the connection is lost. */
        boolean isFailed() {
            return readiness.contains(StreamReadiness.FAILED);
        }
    }
}
