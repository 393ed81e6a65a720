package io.verbena.contract.verbs;

/** Two devices that reach each other by a wire that can be cut. */
public interface FaultBed extends VerbsBed {

    /** Loses this share of all packets, both ways, in percent, until the action has ended. */
    void whileLosing(int percent, Runnable action);

    /** Takes the link of the first device down until the action has ended. */
    void whileUnplugged(Runnable action);

    /** Whether a device whose link is down gives its queue pairs up at once, and does not try for their time. */
    default boolean givesUpWithoutLink() {
        return true;
    }

    /** Returns the number of requests that the first device has retransmitted. */
    long retries();
}
