package io.verbena.subnet;

import io.verbena.error.RdmaException;
import io.verbena.iba.LaneSpeed;
import io.verbena.iba.MlnxExtPortInfo;
import io.verbena.iba.NodeDescription;
import io.verbena.iba.NodeInfo;
import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.iba.PortState;
import io.verbena.iba.Structure;
import io.verbena.iba.SubnGet;
import io.verbena.iba.SwitchInfo;
import io.verbena.mad.MadStatusException;
import io.verbena.mad.MadTransactor;
import io.verbena.path.DirectedPath;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One reading of the subnet. Every answer asks the next questions; the reading is over when none is open.
 *
 * <p>Who answers at the far end of a link tells its own port, so the link is then known from both ends, and is not asked
 * about from the other.
 */
final class DirectedSweep {
    private static final int MELLANOX = 0x2c9;

    private final MadTransactor mad;
    private final int maxHops;
    private final long datagramsBefore;
    private final CompletableFuture<Subnet> result = new CompletableFuture<>();
    private final SubnetBuilder subnet = new SubnetBuilder();
    private final Queue<Runnable> arrivals = new ArrayDeque<>();
    private final Queue<Runnable> farther = new ArrayDeque<>();
    private @Nullable Port origin;
    private @Nullable RdmaException lastFailure;
    private int open;
    private long answered;
    private boolean taking;

    DirectedSweep(MadTransactor mad, int maxHops) {
        this.mad = mad;
        this.maxHops = maxHops;
        this.datagramsBefore = mad.datagramsSent();
    }

    CompletableFuture<Subnet> start() {
        meet(DirectedPath.self(), null);
        return result;
    }

    synchronized long progress() {
        return answered;
    }

    /** Asks who is at the end of the path, which leaves the port {@code from}. */
    private void meet(DirectedPath path, @Nullable Port from) {
        ask(
                NodeInfo.class,
                path,
                0,
                () -> from == null
                        ? "cannot read where the discovery begins"
                        : "cannot read what is at the other end of " + from,
                info -> met(info, path, from));
    }

    private void met(NodeInfo info, DirectedPath path, @Nullable Port from) {
        boolean known = subnet.node(info.nodeGuid()).isPresent();
        Port port = subnet.node(info, path);
        Node node = port.node();
        if (from == null) {
            origin = port;
        } else if (!from.join(port)) {
            Port taken = port.peer().isPresent() ? port : from;
            subnet.fail(new RdmaException("the subnet changed, or two nodes share the GUID "
                    + info.nodeGuid().toHex() + ": " + path + " leads from " + from + " to " + port
                    + ", which was met at "
                    + node.path() + ", but " + taken + " is linked to "
                    + taken.peer().map(Port::toString).orElse("nothing")));
        }
        if (!known) {
            describe(node, path);
        }
        if (!node.isSwitch() && port.info().isEmpty()) {
            readPort(node, path, port.number());
        }
    }

    private void describe(Node node, DirectedPath path) {
        ask(NodeDescription.class, path, 0, () -> "cannot read the description of " + node, node::description);
        if (node.isSwitch()) {
            ask(SwitchInfo.class, path, 0, () -> "cannot read the switch " + node, node::switchInfo);
            for (int number = 0; number <= node.info().numPorts(); number++) {
                readPort(node, path, number);
            }
        }
    }

    private void readPort(Node node, DirectedPath path, int number) {
        Port port = node.addPort(number);
        if (node.isSwitch()) {
            port.guid(node.info().portGuid());
        }
        ask(PortInfo.class, path, number, () -> "cannot read " + port, info -> {
            port.info(info);
            if (number != 0 && hasLink(info) && mayBeFdr10(node, port)) {
                readVendorSpeed(path, port);
            }
            boolean begin = origin != null && origin.node() == node && path.hops() == 0;
            boolean leads = number != 0 && (node.isSwitch() || begin) && hasLink(info);
            if (leads && port.peer().isEmpty() && path.hops() < maxHops) {
                goOn(() -> meetUnlessKnown(path.then(number), port));
            }
        });
    }

    private void meetUnlessKnown(DirectedPath path, Port from) {
        if (from.peer().isEmpty()) {
            meet(path, from);
        }
    }

    /**
     * Where the number of hops is bounded, no node may be met by a way that is longer than it must be, or what is behind
     * it is out of reach; so each distance waits for the one before. Without a bound nothing waits.
     */
    private void goOn(Runnable step) {
        if (maxHops < DirectedPath.MAX_HOPS) {
            farther.add(step);
        } else {
            step.run();
        }
    }

    private static boolean mayBeFdr10(Node node, Port port) {
        return node.info().vendorId() == MELLANOX && port.speed() == LaneSpeed.QDR;
    }

    /** A device that does not know the attribute refuses it, which is an answer, too. */
    private void readVendorSpeed(DirectedPath path, Port port) {
        CompletableFuture<MlnxExtPortInfo> answer = mad.async()
                .subnGet(MlnxExtPortInfo.class, path, port.number())
                .exceptionallyCompose(failure -> failure instanceof MadStatusException
                        ? CompletableFuture.completedFuture(new MlnxExtPortInfo())
                        : CompletableFuture.failedFuture(failure));
        await(
                answer,
                () -> "cannot read the vendor's speed of " + port,
                info -> port.fdr10((info.linkSpeedActive() & 1) != 0));
    }

    private static boolean hasLink(PortInfo info) {
        return info.portPhysicalState() == PortPhysicalState.LINK_UP && info.portState() != PortState.DOWN;
    }

    private <T extends Structure & SubnGet> void ask(
            Class<T> type, DirectedPath path, int modifier, Supplier<String> purpose, Consumer<T> next) {
        await(mad.async().subnGet(type, path, modifier), purpose, next);
    }

    private <T> void await(CompletableFuture<T> answer, Supplier<String> purpose, Consumer<T> next) {
        synchronized (this) {
            open++;
        }
        CompletableFuture<?> unused =
                answer.whenComplete((value, failure) -> arrived(() -> took(value, failure, purpose, next)));
    }

    /**
     * Takes answers one after the other, as they came. One that is there before it is waited for arrives in the middle of
     * what asked for it; taken there and then, it would lead on to its own questions before those of nearer nodes.
     */
    private synchronized void arrived(Runnable answer) {
        arrivals.add(answer);
        if (taking) {
            return;
        }
        taking = true;
        try {
            for (Runnable next = arrivals.poll(); next != null; next = arrivals.poll()) {
                next.run();
            }
        } finally {
            taking = false;
        }
    }

    private <T> void took(@Nullable T value, @Nullable Throwable failure, Supplier<String> purpose, Consumer<T> next) {
        answered++;
        if (!result.isDone()) {
            try {
                if (value != null) {
                    next.accept(value);
                } else {
                    lastFailure = asRdmaException(failure).during(purpose.get());
                    subnet.fail(lastFailure);
                }
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        }
        // Counted down last: an answer may ask anew.
        if (--open == 0) {
            goFartherOrFinish();
        }
    }

    private static RdmaException asRdmaException(@Nullable Throwable failure) {
        Throwable reason = failure instanceof CompletionException wrapper ? wrapper.getCause() : failure;
        return reason instanceof RdmaException known ? known : new RdmaException(String.valueOf(reason), reason);
    }

    private void goFartherOrFinish() {
        // What is asked here cannot be taken before this returns, so that none is left behind.
        for (Runnable step = farther.poll(); step != null && !result.isDone(); step = farther.poll()) {
            step.run();
        }
        if (open == 0) {
            finish();
        }
    }

    private void finish() {
        Port begin = origin;
        try {
            if (begin == null) {
                result.completeExceptionally(
                        lastFailure != null
                                ? lastFailure
                                : new RdmaException("nobody answered where the discovery begins"));
            } else {
                result.complete(subnet.build(begin, mad.datagramsSent() - datagramsBefore));
            }
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }
}
