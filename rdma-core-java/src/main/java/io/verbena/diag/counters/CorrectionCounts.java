package io.verbena.diag.counters;

import io.verbena.iba.PortExtendedSpeedsCounters;
import io.verbena.iba.PortExtendedSpeedsRsFecCounters;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * The counters of the forward error correction of a port (PortExtendedSpeedsCounters, IBA 16.1.4.12).
 *
 * @param correctedBlocks the blocks whose errors were corrected
 * @param uncorrectableBlocks the blocks with more errors than can be corrected
 * @param correctedSymbols the symbols that were corrected; 0 with the error correction of FDR, which does not count them
 */
public record CorrectionCounts(long correctedBlocks, long uncorrectableBlocks, long correctedSymbols) {
    private static final long LARGEST = 0xffffffffL;
    private static final int LANES = 12;

    /** The counters of the error correction. */
    public enum CorrectionCounter {
        /** Blocks whose errors were corrected. */
        CORRECTED_BLOCKS,
        /** Blocks with more errors than can be corrected. */
        UNCORRECTABLE_BLOCKS,
        /** Symbols that were corrected. */
        CORRECTED_SYMBOLS
    }

    long of(CorrectionCounter counter) {
        return switch (counter) {
            case CORRECTED_BLOCKS -> correctedBlocks;
            case UNCORRECTABLE_BLOCKS -> uncorrectableBlocks;
            case CORRECTED_SYMBOLS -> correctedSymbols;
        };
    }

    /** Returns whether a counter has stopped at its maximum value. A sum of lanes can be larger. */
    boolean isSaturated(CorrectionCounter counter) {
        return of(counter) >= LARGEST;
    }

    static CorrectionCounts of(PortExtendedSpeedsRsFecCounters counters) {
        return new CorrectionCounts(
                counters.portFecCorrectableBlockCtr(),
                counters.portFecUncorrectableBlockCtr(),
                counters.portFecCorrectedSymbolCtr());
    }

    static CorrectionCounts of(PortExtendedSpeedsCounters counters) {
        return new CorrectionCounts(
                sum(counters::fecCorrectableBlockCtrLane), sum(counters::fecUncorrectableBlockCtrLane), 0);
    }

    private static long sum(IntToLongFunction lane) {
        return IntStream.range(0, LANES).mapToLong(lane).sum();
    }
}
