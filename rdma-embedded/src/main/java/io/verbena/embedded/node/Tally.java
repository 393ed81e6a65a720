package io.verbena.embedded.node;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * What has passed along one way and is counted at its ports when somebody looks at them: so that data need no lock for it.
 * Begun, settled and ended under the lock of the timeline; added to by anybody.
 */
public final class Tally {
    private final List<Port> links;
    private final boolean multicast;
    private final int serviceLevel;
    private final LongAdder packets = new LongAdder();
    private final LongAdder words = new LongAdder();
    private final LongAdder answers = new LongAdder();
    private final LongAdder answerWords = new LongAdder();

    /**
     * Begins one.
     *
     * @param links the ports by which packets leave on their way
     */
    public Tally(List<Port> links, boolean multicast, int serviceLevel) {
        this.links = List.copyOf(links);
        this.multicast = multicast;
        this.serviceLevel = serviceLevel;
        this.links.forEach(port -> {
            port.counters().attach(this);
            peer(port).counters().attach(this);
        });
    }

    private static Port peer(Port port) {
        Port peer = port.peer();
        return peer == null ? port : peer;
    }

    /** Adds packets that went the way; words are units of four bytes. */
    public void add(long count, long length) {
        packets.add(count);
        words.add(length);
    }

    /** Adds packets that came back. */
    public void addAnswers(long count, long length) {
        answers.add(count);
        answerWords.add(length);
    }

    /** Counts what was added. */
    void settle() {
        count(packets.sumThenReset(), words.sumThenReset(), false);
        count(answers.sumThenReset(), answerWords.sumThenReset(), true);
    }

    private void count(long number, long length, boolean back) {
        if (number != 0) {
            for (Port port : links) {
                Port out = back ? peer(port) : port;
                out.counters().sent(number, length, multicast, serviceLevel);
                peer(out).counters().received(number, length, multicast, serviceLevel);
            }
        }
    }

    /** Ends it; what was added is counted. */
    public void end() {
        settle();
        links.forEach(port -> {
            port.counters().detach(this);
            peer(port).counters().detach(this);
        });
    }
}
