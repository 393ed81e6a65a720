package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.frame.FrameHeaders;
import io.verbena.embedded.hca.queue.TransportMessage.MessageReceiver;
import io.verbena.embedded.node.FabricPort;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds the ports that receive an Ethernet frame: the one with its MAC address, or all if no port has it or the frame goes to a
 * multicast address. Only ports with flow steering rules receive frames.
 */
final class FrameSwitch {
    private static final int MAC_BYTES = 6;

    private final Map<FabricPort, MessageReceiver> ports = new ConcurrentHashMap<>();

    /** Adds a port with rules. */
    void add(FabricPort port, MessageReceiver receiver) {
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
