package io.verbena.rmpp;

/** Supplies the data of a message that is not in memory as a whole. */
@FunctionalInterface
public interface RmppSource {

    /**
     * Copies a part of the data. The same part is asked for again when it was lost, and must then be the same.
     *
     * @param offset where the part begins, in bytes behind the headers of the message
     * @param target where to copy it to
     * @param position the first byte in the target
     * @param length how many bytes
     */
    void copy(int offset, byte[] target, int position, int length);
}
