package io.verbena.buffer;

/** The sizes of buffers: the powers of two from the smallest to the largest. */
final class SizeClasses {
    private final int firstShift;
    final int count;

    /** Creates the classes between two powers of two. */
    SizeClasses(int smallest, int largest) {
        firstShift = Integer.numberOfTrailingZeros(smallest);
        count = Integer.numberOfTrailingZeros(largest) - firstShift + 1;
    }

    int size(int sizeClass) {
        return 1 << (firstShift + sizeClass);
    }

    int largest() {
        return size(count - 1);
    }

    /** Returns the class of buffers for a length of at most {@link #largest}. */
    int of(int bytes) {
        int shift = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, bytes) - 1);
        return Math.max(0, shift - firstShift);
    }
}
