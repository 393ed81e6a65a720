package io.verbena.connection;

/**
 * The credits of the control lane, which bound what either side keeps for the other. A counted message spends a credit of its
 * receiver, which returns it when the message is used up. A peer that sends without credits, or returns more than were spent,
 * ends the connection. Guarded by the lock of the lane.
 */
final class ControlCredits {
    private final int granted;

    /** The credits of the peer, as far as this side has sent them. */
    private int allowance;

    /** The credits of this side. */
    private int credits;

    /** Counted messages of this side whose credit has not come back. */
    private int spent;

    /** Credits that this side has not returned yet. */
    private int owed;

    /** Whether the peer has granted its initial credits. */
    private boolean begun;

    ControlCredits(int granted) {
        this.granted = granted;
        this.allowance = granted;
    }

    /** Adds the initial credits that the peer grants. */
    void begin(int first) {
        begun = true;
        credits += first;
    }

    boolean canSend(ControlMessage.Kind kind) {
        return !kind.isCounted() || credits > 0;
    }

    /** Spends what a message of this side takes, and returns the credits that go with it. */
    int send(ControlMessage.Kind kind) {
        if (kind.isCounted()) {
            credits--;
            spent++;
        }
        if (kind == ControlMessage.Kind.READY) {
            return granted;
        }
        int returned = owed;
        allowance += returned;
        owed = 0;
        return returned;
    }

    /**
     * Takes a message of the peer.
     *
     * @throws ForeignPeerException if the peer had no credit for it, returns what was not spent, or says nothing with it
     */
    void receive(ControlMessage message) {
        ControlMessage.Kind kind = message.kind();
        if (kind.isCounted() && allowance-- == 0) {
            throw new ForeignPeerException(
                    "the peer sent more than the " + granted + " control messages that it had credits for", null);
        }
        if (kind == ControlMessage.Kind.READY) {
            if (begun) {
                throw new ForeignPeerException("the peer said twice that it is ready", null);
            }
            begin(message.credits());
            return;
        }
        if (message.credits() > spent) {
            throw new ForeignPeerException(
                    "the peer returned " + message.credits() + " credits, and was sent " + spent
                            + " control messages that take one",
                    null);
        }
        if (kind == ControlMessage.Kind.CREDITS && message.credits() == 0) {
            throw new ForeignPeerException("the peer returned credits, of which there were 0", null);
        }
        spent -= message.credits();
        credits += message.credits();
    }

    /** Counts a message of the peer that is used up. */
    void release() {
        owed++;
    }

    /** Returns whether the owed credits are worth a message of their own. */
    boolean isDue() {
        return owed >= Math.max(1, granted / 2);
    }
}
