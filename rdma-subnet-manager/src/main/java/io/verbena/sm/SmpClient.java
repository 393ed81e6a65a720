package io.verbena.sm;

import io.verbena.iba.CongestionControlMad;
import io.verbena.iba.DirectedRouteSmp;
import io.verbena.iba.Layout;
import io.verbena.iba.Lid;
import io.verbena.iba.MadMethod;
import io.verbena.iba.ManagementClass;
import io.verbena.iba.PortInfo;
import io.verbena.iba.Structure;
import io.verbena.spi.MadAddress;
import io.verbena.spi.MadRegistration;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of a subnet manager to agents of subnet management and of congestion control, a limited number at a time, and
 * repeats those without a response. The fields that this class reads are in the header that all datagrams have.
 */
final class SmpClient {
    static final int DATA = DirectedRouteSmp.LAYOUT.field("data").bit() / Byte.SIZE;

    /** Offset of the attribute in a datagram of congestion control. */
    private static final int CONGESTION_DATA =
            CongestionControlMad.LAYOUT.field("data").bit() / Byte.SIZE;

    private static final int CONGESTION_VERSION = 2;
    private static final int TIMEOUT_MILLIS = 200;
    private static final int TRIES = 3;
    private static final int INITIAL_WINDOW = 16;
    private static final int MAX_WINDOW = 256;
    private static final int BUSY = 1;
    private static final long LOWER_HALF = 0xffffffffL;

    private final ManagerHost host;
    private final int agent;
    private final long mKey;
    private final Map<Long, Request> asked = new HashMap<>();
    private final Deque<Request> waiting = new ArrayDeque<>();
    private long transactions;

    // The window starts small, grows with each response, and is halved when datagrams are lost, as that of a MadPort.
    private double window = INITIAL_WINDOW;
    private double threshold = MAX_WINDOW;
    private long lastLoss;

    private int congestion = -1;

    private static final class Request {
        private final DirectedRouteSmp smp;
        private final Layout<?> layout;
        private final int agent;
        private final MadAddress to;
        private final SmpRoute route;
        private final Consumer<DirectedRouteSmp> answered;
        private final Consumer<String> failed;
        private int tries;
        private long first;
        private boolean lost;

        Request(
                DirectedRouteSmp smp,
                Layout<?> layout,
                int agent,
                MadAddress to,
                SmpRoute route,
                Consumer<DirectedRouteSmp> answered,
                Consumer<String> failed) {
            this.smp = smp;
            this.layout = layout;
            this.agent = agent;
            this.to = to;
            this.route = route;
            this.answered = answered;
            this.failed = failed;
        }

        boolean isSmp() {
            return smp.managementClass() == ManagementClass.SUBNET_DIRECTED_ROUTE;
        }

        Structure attribute(DirectedRouteSmp of) {
            return layout.copy(layout.wrap(of.toBytes(), DATA));
        }

        /** Returns a request that reads what this one changes. */
        Request get(Consumer<DirectedRouteSmp> read, Consumer<String> notRead) {
            return new Request(
                    DirectedRouteSmp.LAYOUT.copy(smp).method(MadMethod.GET), layout, agent, to, route, read, notRead);
        }

        String what() {
            boolean ofSubnet = isSmp();
            return (ofSubnet ? "Subn" : "CongestionControl") + (smp.method() == MadMethod.SET ? "Set(" : "Get(")
                    + layout.name() + ") to " + (ofSubnet ? "DirectedPath[" + route + "]" : to.place());
        }
    }

    private final @Nullable Consumer<Planned> planned;

    /**
     * A request that a dry run does not send, because it would change an attribute.
     *
     * @param before the attribute as it is; null if it cannot be read
     */
    record Planned(
            SmpRoute route,
            Structure attribute,
            long modifier,
            @Nullable Structure before) {}

    SmpClient(ManagerHost host, int agent, long mKey, @Nullable Consumer<Planned> planned) {
        this.planned = planned;
        this.host = host;
        this.agent = agent;
        this.mKey = mKey;
    }

    boolean isPlan() {
        return planned != null;
    }

    long sent() {
        return transactions;
    }

    /**
     * Sends a request to an agent.
     *
     * @param attribute the attribute to set; for SubnGet, only its type matters, except for SMInfo, by which
     *     managers recognize each other
     * @param answered receives the attribute of a response with status 0
     * @param failed receives the reason of a failure in one line
     */
    <T extends Structure> void ask(
            MadMethod method,
            Layout<T> layout,
            Structure attribute,
            long modifier,
            SmpRoute route,
            Consumer<T> answered,
            Consumer<String> failed) {
        byte[] bytes = new byte[DirectedRouteSmp.LENGTH];
        DirectedRouteSmp smp = DirectedRouteSmp.LAYOUT
                .wrapWritable(bytes, 0)
                .baseVersion(1)
                .managementClass(ManagementClass.SUBNET_DIRECTED_ROUTE)
                .classVersion(1)
                .method(method)
                .attributeId(layout.attributeId())
                .attributeModifier(modifier)
                .mKey(mKey)
                .drSlid(Lid.PERMISSIVE)
                .drDlid(Lid.PERMISSIVE)
                .hopCount(route.hops());
        for (int hop = 1; hop <= route.hops(); hop++) {
            smp.initialPath(hop, route.port(hop));
        }
        attribute.copyTo(bytes, DATA);
        Request request = new Request(
                smp,
                layout,
                agent,
                MadAddress.DIRECTED,
                route,
                answer -> answered.accept(layout.wrap(answer.toBytes(), DATA)),
                failed);
        waiting.add(planned == null || method != MadMethod.SET ? request : read(request, modifier, planned));
        sendMore();
    }

    /**
     * Sends a request to the agent of congestion control of a port. A plan records a change without reading the attribute, since
     * LIDs may not be set yet.
     *
     * @param to the general services of the port
     * @param key the CC_Key
     */
    <T extends Structure> void askCongestion(
            MadMethod method,
            Layout<T> layout,
            Structure attribute,
            long modifier,
            MadAddress to,
            long key,
            SmpRoute route,
            Consumer<T> answered,
            Consumer<String> failed) {
        if (congestion < 0) {
            congestion = host.register(
                    MadRegistration.client(ManagementClass.CONGESTION_CONTROL.code(), CONGESTION_VERSION));
        }
        byte[] bytes = new byte[CongestionControlMad.LENGTH];
        CongestionControlMad.LAYOUT
                .wrapWritable(bytes, 0)
                .baseVersion(1)
                .managementClass(ManagementClass.CONGESTION_CONTROL)
                .classVersion(CONGESTION_VERSION)
                .method(method)
                .attributeId(layout.attributeId())
                .attributeModifier(modifier)
                .ccKey(key);
        attribute.copyTo(bytes, CONGESTION_DATA);
        if (planned == null || method != MadMethod.SET) {
            waiting.add(new Request(
                    DirectedRouteSmp.LAYOUT.wrapWritable(bytes, 0),
                    layout,
                    congestion,
                    to,
                    route,
                    answer -> answered.accept(layout.wrap(answer.toBytes(), CONGESTION_DATA)),
                    failed));
            sendMore();
        } else {
            planned.accept(new Planned(route, attribute, modifier, null));
            answered.accept(layout.wrap(bytes, CONGESTION_DATA));
        }
    }

    private static Request read(Request change, long modifier, Consumer<Planned> planned) {
        Structure wanted = change.attribute(change.smp);
        return change.get(
                smp -> {
                    Structure now = change.attribute(smp);
                    if (!now.equals(wanted)) {
                        planned.accept(new Planned(change.route, wanted, modifier, now));
                    }
                    change.answered.accept(change.smp);
                },
                problem -> {
                    planned.accept(new Planned(change.route, wanted, modifier, null));
                    change.answered.accept(change.smp);
                });
    }

    /** Reads an attribute whose change was refused, but may have been made by an earlier attempt whose response was lost. */
    private static Request readRefused(Request change, String problem) {
        Structure wanted = change.attribute(change.smp);
        return change.get(
                smp -> {
                    Structure now = change.attribute(smp);
                    boolean made = wanted instanceof PortInfo port
                            ? port.portState() == ((PortInfo) now).portState()
                            : now.equals(wanted);
                    if (made) {
                        change.answered.accept(smp);
                    } else {
                        change.failed.accept(problem);
                    }
                },
                reading -> change.failed.accept(problem));
    }

    private void sendMore() {
        while (asked.size() < (int) window && !waiting.isEmpty()) {
            send(waiting.remove());
        }
    }

    private void send(Request request) {
        transactions++;
        long transaction = transactions & LOWER_HALF;
        request.first = request.tries == 0 ? transactions : request.first;
        request.tries++;
        asked.put(transaction, request);
        byte[] bytes = request.smp.transactionId(transaction).toBytes();
        host.send(request.agent, request.to, ByteBuffer.wrap(bytes), TIMEOUT_MILLIS);
    }

    void received(int status, DirectedRouteSmp smp) {
        Request request = asked.remove(smp.transactionId() & LOWER_HALF);
        if (request == null) {
            return;
        }
        if (status == 0) {
            adaptWindow(request);
        }
        if (status != 0) {
            request.lost = true;
            retry(request, Duration.ZERO, " timed out after " + TRIES + " attempts of " + TIMEOUT_MILLIS + " ms");
        } else if ((smp.status() & BUSY) != 0) {
            retry(request, Duration.ofMillis(TIMEOUT_MILLIS), " was answered \"busy\" " + TRIES + " times");
        } else if (smp.status() != 0) {
            String problem = request.what() + String.format(" was refused with status 0x%04x", smp.status());
            if (request.lost && request.isSmp() && request.smp.method() == MadMethod.SET) {
                waiting.addFirst(readRefused(request, problem));
            } else {
                request.failed.accept(problem);
            }
        } else {
            request.answered.accept(smp);
        }
        sendMore();
    }

    /** A response after a timeout shows that an attempt was lost. The losses of all requests in flight count once. */
    private void adaptWindow(Request request) {
        if (!request.lost) {
            window = Math.min(MAX_WINDOW, window < threshold ? window + 1 : window + 1 / window);
        } else if (request.first > lastLoss) {
            lastLoss = transactions;
            threshold = Math.max(1, window / 2);
            window = threshold;
        }
    }

    private void retry(Request request, Duration later, String problem) {
        if (request.tries == TRIES) {
            request.failed.accept(request.what() + problem);
        } else if (later.isZero()) {
            waiting.addFirst(request);
        } else {
            host.after(later, () -> send(request));
        }
    }

    /** The output ports of a directed route that starts at the port of the subnet manager. */
    static final class SmpRoute {
        /** The maximum length of a route (IBA 14.2.2). */
        static final int MAX_HOPS = 63;

        /** The route to the node of the subnet manager itself. */
        static final SmpRoute HERE = new SmpRoute();

        private final int[] ports;

        private SmpRoute(int... ports) {
            this.ports = ports;
        }

        SmpRoute then(int port) {
            int[] longer = Arrays.copyOf(ports, ports.length + 1);
            longer[ports.length] = port;
            return new SmpRoute(longer);
        }

        int hops() {
            return ports.length;
        }

        /** Returns the output port of a hop, counted from 1. */
        int port(int hop) {
            return ports[hop - 1];
        }

        @Override
        public String toString() {
            return IntStream.concat(IntStream.of(0), Arrays.stream(ports))
                    .mapToObj(String::valueOf)
                    .collect(Collectors.joining(","));
        }
    }
}
