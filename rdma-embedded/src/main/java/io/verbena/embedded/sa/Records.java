package io.verbena.embedded.sa;

import io.verbena.rmpp.RmppSource;

/** The records of an answer, one behind the other. */
interface Records extends RmppSource {
    /** How many there are. */
    int count();

    /** From the beginning of one to that of the next, in bytes. */
    int recordLength();

    /** Records begin at multiples of eight bytes (IBA 15.2.1.1). */
    static int padded(int length) {
        return (length + 7) & ~7;
    }
}
