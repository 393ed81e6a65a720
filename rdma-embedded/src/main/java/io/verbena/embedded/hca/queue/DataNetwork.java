package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.frame.FrameHeaders;
import io.verbena.embedded.node.FabricNode;
import io.verbena.embedded.node.FabricPort;
import io.verbena.embedded.node.MadPacket;
import io.verbena.embedded.node.Tally;
import io.verbena.embedded.routing.Faults;
import io.verbena.embedded.routing.Multipath;
import io.verbena.embedded.routing.PacketTransport;
import io.verbena.embedded.time.Event;
import io.verbena.embedded.time.Timeline;
import io.verbena.hca.AddressVector;
import java.lang.System.Logger;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The fabric as its channel adapters use it. */
public final class DataNetwork {
    private final Timeline timeline;
    private final PacketTransport transport;
    final Faults faults;
    final Multipath paths;
    final Engine engine;
    final FrameSwitch frames = new FrameSwitch();
    private final Function<FabricNode, Adapter> receivers;

    DataNetwork(
            Timeline timeline,
            PacketTransport transport,
            Faults faults,
            Multipath paths,
            Function<FabricNode, Adapter> receivers) {
        this.timeline = timeline;
        this.transport = transport;
        this.faults = faults;
        this.paths = paths;
        this.engine = new Engine(timeline);
        this.receivers = receivers;
    }

    /** Returns the clock of the fabric, which also is its lock. */
    public Timeline timeline() {
        return timeline;
    }

    /** Returns the revision of the fabric. Routes of an earlier revision may be out of date. */
    int revision() {
        return transport.revision();
    }

    /**
     * Finds the route that packets take from a port.
     *
     * @param last the route to replace; null for none
     */
    DataRoute route(FabricPort from, AddressVector way, int partitionKey, @Nullable DataRoute last) {
        return timeline.get(() -> {
            end(last);
            List<FabricPort> links = new ArrayList<>();
            MadPacket packet = transport.packet();
            int lid = way.dlid().bits();
            packet.local(from.lid() | (way.pathBits() & ((1 << from.lmc()) - 1)), lid, way.serviceLevel());
            packet.transport(2, 2, 0, partitionKey);
            int revision = transport.revision();
            DataRoute.End[] ends;
            if (PacketTransport.isMulticast(lid)) {
                ends = transport.findAll(packet, from, links).stream()
                        .map(this::end)
                        .toArray(DataRoute.End[]::new);
            } else {
                FabricPort end = transport.find(packet, from, links);
                ends = end == null ? new DataRoute.End[0] : new DataRoute.End[] {end(end)};
            }
            transport.release(packet);
            Tally tally = new Tally(links, PacketTransport.isMulticast(lid), way.serviceLevel());
            return new DataRoute(revision, partitionKey, ends, tally);
        });
    }

    void end(@Nullable DataRoute route) {
        if (route != null) {
            timeline.run(route.tally::end);
        }
    }

    private DataRoute.End end(FabricPort port) {
        return new DataRoute.End(receivers.apply(port.node()), port.number());
    }

    void manage(FabricPort from, TransportMessage message, ByteBuffer mad, int lid) {
        timeline.run(() -> {
            MadPacket packet = transport.packet();
            packet.load(mad);
            packet.local(message.sourceLid, lid, message.serviceLevel);
            packet.transport(
                    message.sourceQueuePair,
                    message.destinationQueuePair,
                    Integer.toUnsignedLong(message.queueKey),
                    message.partitionKey);
            if (message.global) {
                packet.global(message.sourceGid, message.flowLabel, message.hopLimit, message.trafficClass);
            }
            transport.send(packet, from);
            transport.release(packet);
        });
    }

    /** Counts a device that was opened. */
    public void opened() {
        engine.opened();
    }

    /** Counts a device that was closed. Closing the last device ends the work of the engine. */
    public void closed() {
        engine.closed();
    }

    /**
     * Finds the ports that receive an Ethernet frame: the one with its MAC address, or all if no port has it or the frame goes to a
     * multicast address. Only ports with flow steering rules receive frames.
     */
    static final class FrameSwitch {
        private static final int MAC_BYTES = 6;

        private final Map<FabricPort, Adapter> ports = new ConcurrentHashMap<>();

        void add(FabricPort port, Adapter receiver) {
            ports.put(port, receiver);
        }

        void remove(FabricPort port) {
            ports.remove(port);
        }

        /** Returns the ports that receive a frame. A frame returns to the port that sends it only if it has the MAC address of that port. */
        List<FabricPort> destinations(FabricPort from, byte[] frame) {
            long mac = 0;
            for (int i = 0; i < MAC_BYTES; i++) {
                mac = mac << Byte.SIZE | (frame[i] & 0xff);
            }
            long destination = mac;
            boolean known = ports.keySet().stream().anyMatch(port -> mac(port) == destination);
            return ports.keySet().stream()
                    .filter(port -> known ? mac(port) == destination : port != from)
                    .toList();
        }

        private static long mac(FabricPort port) {
            return FrameHeaders.mac(port.guid().bits());
        }
    }

    /**
     * Runs the deferred work of the adapters of a fabric: retries, and actions that must not run under a lock. The thread
     * of the engine runs from the first piece of work until the last device is closed.
     */
    static final class Engine {
        private static final Logger LOG = System.getLogger(Engine.class.getName());

        private final Timeline timeline;
        private final Queue<Runnable> work = new ArrayDeque<>();
        private int devices;

        /** Where the thread waits; null while there is no thread. */
        private Timeline.@Nullable Waiter waiter;

        Engine(Timeline timeline) {
            this.timeline = timeline;
        }

        void opened() {
            timeline.run(() -> devices++);
        }

        /** Counts a device that was closed. Closing the last one discards outstanding work and ends the thread. */
        void closed() {
            timeline.run(() -> {
                devices--;
                Timeline.Waiter last = waiter;
                if (devices == 0 && last != null) {
                    waiter = null;
                    work.clear();
                    timeline.remove(last);
                }
            });
        }

        void soon(Runnable task) {
            timeline.run(() -> add(task));
        }

        Event at(long due, Runnable task) {
            Event event = new Event() {
                @Override
                protected void happen() {
                    add(task);
                }
            };
            timeline.run(() -> {
                started();
                timeline.at(due, event);
            });
            return event;
        }

        private void add(Runnable task) {
            Timeline.Waiter current = started();
            if (current != null) {
                work.add(task);
                timeline.hold(current);
                timeline.ready(current);
            }
        }

        private Timeline.@Nullable Waiter started() {
            if (waiter == null && devices > 0) {
                Timeline.Waiter made = timeline.newWaiter();
                waiter = made;
                Thread thread = new Thread(() -> run(made), "verbena-embedded-hca");
                thread.setDaemon(true);
                thread.start();
            }
            return waiter;
        }

        private void run(Timeline.Waiter own) {
            for (Runnable task = next(own); task != null; task = next(own)) {
                try {
                    task.run();
                } catch (RuntimeException e) {
                    LOG.log(Logger.Level.WARNING, "deferred work of an embedded channel adapter failed", e);
                } finally {
                    timeline.run(() -> timeline.release(own));
                }
            }
        }

        private @Nullable Runnable next(Timeline.Waiter own) {
            timeline.enter();
            try {
                while (work.isEmpty() && waiter == own) {
                    timeline.settled(own);
                    timeline.awaitWork(own);
                }
                return waiter == own ? work.poll() : null;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            } finally {
                timeline.exit();
            }
        }
    }
}
