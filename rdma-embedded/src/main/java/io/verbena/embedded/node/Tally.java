package io.verbena.embedded.node;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the packets on a route, and adds them to the counters of all ports of the route when a counter is read, so
 * that the data path takes no lock. Packets may be added by any thread; other methods must be called under the lock of
 * the timeline.
 */
public final class Tally {
    private final List<FabricPort> links;
    private final boolean multicast;
    private final int serviceLevel;
    private final LongAdder packets = new LongAdder();
    private final LongAdder words = new LongAdder();
    private final LongAdder answers = new LongAdder();
    private final LongAdder answerWords = new LongAdder();

    /**
     * Creates a tally, and attaches it to the counters of the ports.
     *
     * @param links the ports by which packets leave the nodes of the route
     */
    public Tally(List<FabricPort> links, boolean multicast, int serviceLevel) {
        this.links = List.copyOf(links);
        this.multicast = multicast;
        this.serviceLevel = serviceLevel;
        this.links.forEach(port -> {
            port.counters().attach(this);
            peer(port).counters().attach(this);
        });
    }

    private static FabricPort peer(FabricPort port) {
        FabricPort peer = port.peer();
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

    /** Adds the packets counted so far to the counters of all ports of the route. */
    void settle() {
        count(packets.sumThenReset(), words.sumThenReset(), false);
        count(answers.sumThenReset(), answerWords.sumThenReset(), true);
    }

    private void count(long number, long length, boolean back) {
        if (number != 0) {
            for (FabricPort port : links) {
                FabricPort out = back ? peer(port) : port;
                out.counters().sent(number, length, multicast, serviceLevel);
                peer(out).counters().received(number, length, multicast, serviceLevel);
            }
        }
    }

    /** Adds the packets to the counters, and detaches this tally from them. */
    public void end() {
        settle();
        links.forEach(port -> {
            port.counters().detach(this);
            peer(port).counters().detach(this);
        });
    }
}
