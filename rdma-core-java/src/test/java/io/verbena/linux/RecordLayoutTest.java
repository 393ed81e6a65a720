package io.verbena.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.jni.NativeLibrary;
import io.verbena.jni.verbs.VerbsLayout;
import io.verbena.spi.verbs.CompletionRecord;
import io.verbena.spi.verbs.ReceiveRecord;
import io.verbena.spi.verbs.SegmentRecord;
import io.verbena.spi.verbs.SendRecord;
import io.verbena.spi.verbs.TagRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The records that cross to C lie as its compiler has them. */
class RecordLayoutTest {

    @BeforeEach
    void needsTheCode() {
        assumeTrue(NativeLibrary.isBundled("verbena_verbs"), "the C code is not built");
    }

    @Test
    void aSendRequestLiesAsInC() {
        assertThat(new int[] {
                    SendRecord.ID,
                    SendRecord.SEGMENT_COUNT,
                    SendRecord.OPCODE,
                    SendRecord.FLAGS,
                    SendRecord.IMMEDIATE,
                    SendRecord.REMOTE_ADDRESS,
                    SendRecord.REMOTE_KEY,
                    SendRecord.ATOMIC_OPERAND,
                    SendRecord.ATOMIC_SWAP,
                    SendRecord.ATOMIC_KEY,
                    SendRecord.FLUSH_PLACEMENT,
                    SendRecord.FLUSH_REGION,
                    SendRecord.FLUSH_LENGTH,
                    SendRecord.ADDRESS_HANDLE,
                    SendRecord.REMOTE_QUEUE_PAIR,
                    SendRecord.REMOTE_QUEUE_KEY,
                    SendRecord.REMOTE_SHARED_RECEIVE_QUEUE,
                    SendRecord.WINDOW,
                    SendRecord.WINDOW_KEY,
                    SendRecord.WINDOW_REGION,
                    SendRecord.WINDOW_ADDRESS,
                    SendRecord.WINDOW_LENGTH,
                    SendRecord.WINDOW_ACCESS,
                    SendRecord.TSO_HEADER,
                    SendRecord.TSO_HEADER_LENGTH,
                    SendRecord.TSO_SEGMENT_SIZE,
                    SendRecord.SEGMENTS
                })
                .containsExactly(
                        VerbsLayout.sendId,
                        VerbsLayout.sendSegmentCount,
                        VerbsLayout.sendOpcode,
                        VerbsLayout.sendFlags,
                        VerbsLayout.sendImmediate,
                        VerbsLayout.remoteAddress,
                        VerbsLayout.remoteKey,
                        VerbsLayout.atomicOperand,
                        VerbsLayout.atomicSwap,
                        VerbsLayout.atomicKey,
                        VerbsLayout.flushPlacement,
                        VerbsLayout.flushRegion,
                        VerbsLayout.flushLength,
                        VerbsLayout.addressHandle,
                        VerbsLayout.remoteQueuePair,
                        VerbsLayout.remoteQueueKey,
                        VerbsLayout.remoteSharedReceiveQueue,
                        VerbsLayout.window,
                        VerbsLayout.windowKey,
                        VerbsLayout.windowRegion,
                        VerbsLayout.windowAddress,
                        VerbsLayout.windowLength,
                        VerbsLayout.windowAccess,
                        VerbsLayout.tsoHeader,
                        VerbsLayout.tsoHeaderLength,
                        VerbsLayout.tsoSegmentSize,
                        VerbsLayout.sendSegments);
    }

    @Test
    void aReceiveRequestAndASegmentLieAsInC() {
        assertThat(new int[] {ReceiveRecord.ID, ReceiveRecord.SEGMENT_COUNT, ReceiveRecord.SEGMENTS, SegmentRecord.SIZE
                })
                .containsExactly(
                        VerbsLayout.receiveId,
                        VerbsLayout.receiveSegmentCount,
                        VerbsLayout.receiveSegments,
                        VerbsLayout.segmentSize);
    }

    @Test
    void aChangeOfAListOfTagsLiesAsInC() {
        assertThat(new int[] {
                    TagRecord.ID,
                    TagRecord.OPCODE,
                    TagRecord.FLAGS,
                    TagRecord.UNEXPECTED,
                    TagRecord.HANDLE,
                    TagRecord.RECEIVE_ID,
                    TagRecord.SEGMENT_COUNT,
                    TagRecord.TAG,
                    TagRecord.MASK,
                    TagRecord.SEGMENTS
                })
                .containsExactly(
                        VerbsLayout.tagOperationId,
                        VerbsLayout.tagOperationOpcode,
                        VerbsLayout.tagOperationFlags,
                        VerbsLayout.tagOperationUnexpected,
                        VerbsLayout.tagOperationHandle,
                        VerbsLayout.tagOperationReceiveId,
                        VerbsLayout.tagOperationSegmentCount,
                        VerbsLayout.tagOperationTag,
                        VerbsLayout.tagOperationMask,
                        VerbsLayout.tagOperationSegments);
    }

    @Test
    void aCompletionLiesAsInC() {
        assertThat(new int[] {
                    CompletionRecord.ID,
                    CompletionRecord.STATUS,
                    CompletionRecord.OPCODE,
                    CompletionRecord.VENDOR_ERROR,
                    CompletionRecord.BYTES,
                    CompletionRecord.IMMEDIATE,
                    CompletionRecord.QUEUE_PAIR,
                    CompletionRecord.SOURCE_QUEUE_PAIR,
                    CompletionRecord.FLAGS,
                    CompletionRecord.PARTITION_KEY_INDEX,
                    CompletionRecord.SOURCE_LID,
                    CompletionRecord.SERVICE_LEVEL,
                    CompletionRecord.PATH_BITS,
                    CompletionRecord.SIZE,
                    CompletionRecord.TIMESTAMP,
                    CompletionRecord.WALLCLOCK,
                    CompletionRecord.FLOW_TAG,
                    CompletionRecord.VLAN,
                    CompletionRecord.TAG,
                    CompletionRecord.TAG_DATA,
                    CompletionRecord.EXTENDED_SIZE
                })
                .containsExactly(
                        VerbsLayout.completionId,
                        VerbsLayout.completionStatus,
                        VerbsLayout.completionOpcode,
                        VerbsLayout.completionVendorError,
                        VerbsLayout.completionBytes,
                        VerbsLayout.completionImmediate,
                        VerbsLayout.completionQueuePair,
                        VerbsLayout.completionSource,
                        VerbsLayout.completionFlags,
                        VerbsLayout.completionPkeyIndex,
                        VerbsLayout.completionSourceLid,
                        VerbsLayout.completionServiceLevel,
                        VerbsLayout.completionPathBits,
                        VerbsLayout.completionSize,
                        VerbsLayout.timestamp,
                        VerbsLayout.wallclock,
                        VerbsLayout.flowTag,
                        VerbsLayout.vlan,
                        VerbsLayout.tag,
                        VerbsLayout.tagData,
                        VerbsLayout.extendedSize);
    }
}
