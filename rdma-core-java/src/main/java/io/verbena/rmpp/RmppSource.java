package io.verbena.rmpp;

/** Source of the data of a message that is not in memory. */
@FunctionalInterface
public interface RmppSource {

    /**
     * Copies a part of the data. A part is requested again when its segment was lost, and must not change.
     *
     * @param offset offset of the part, in bytes behind the headers
     * @param target array to copy to
     * @param position offset in the target
     * @param length number of bytes
     */
    void copy(int offset, byte[] target, int position, int length);
}
