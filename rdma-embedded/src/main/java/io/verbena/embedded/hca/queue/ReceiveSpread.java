package io.verbena.embedded.hca.queue;

import io.verbena.embedded.hca.frame.FrameHeaders;
import io.verbena.hca.HashField;
import io.verbena.hca.ReceiveHash;
import java.io.ByteArrayOutputStream;
import java.util.List;

/**
 * Spreads the datagrams of a queue pair over work queues by the Toeplitz hash of their headers. A datagram carries an IP packet behind
 * the 4 bytes of encapsulation of IP over InfiniBand (RFC 4391), and a frame behind its Ethernet header. All others go to the first
 * queue.
 */
public final class ReceiveSpread {
    /** The length of the key, which covers the addresses and ports of IPv6. */
    public static final int KEY_BYTES = 40;

    private static final int ENCAPSULATION = 4;
    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int IPV4_HEADER = 20;
    private static final int IPV6_HEADER = 40;
    private static final int MAX_IPV4_HEADER = 60;
    private static final int MAX_HEADERS = ENCAPSULATION + MAX_IPV4_HEADER + 4;

    private final List<SimulatedWorkQueue> queues;
    private final byte[] key;
    private final ReceiveHash hash;

    /**
     * Creates the rule of a queue pair.
     *
     * @param queues a table whose size is a power of two
     * @param hash the fields that count, and a key of {@link #KEY_BYTES}
     */
    public ReceiveSpread(List<SimulatedWorkQueue> queues, ReceiveHash hash) {
        this.queues = List.copyOf(queues);
        this.key = hash.key();
        this.hash = hash;
    }

    SimulatedWorkQueue queue(TransportMessage message) {
        byte[] head = message.bytes.head(MAX_HEADERS);
        return queue(head, 0, ENCAPSULATION);
    }

    SimulatedWorkQueue queue(byte[] frame) {
        int type = FrameHeaders.TYPE_OFFSET;
        while (type + FrameHeaders.TAG_BYTES + 1 < frame.length && number(frame, type) == FrameHeaders.VLAN) {
            type += FrameHeaders.TAG_BYTES;
        }
        return queue(frame, type, type + Short.BYTES);
    }

    private SimulatedWorkQueue queue(byte[] head, int typeAt, int ip) {
        return queues.get(toeplitz(key, input(head, typeAt, ip)) & (queues.size() - 1));
    }

    /** Combines, for each bit of the input that is set, the 32 bits of the key from this position on. */
    static int toeplitz(byte[] key, byte[] input) {
        int result = 0;
        for (int bit = 0; bit < input.length * Byte.SIZE; bit++) {
            if ((input[bit / Byte.SIZE] & (0x80 >>> (bit % Byte.SIZE))) != 0) {
                result ^= window(key, bit);
            }
        }
        return result;
    }

    private static int window(byte[] key, int bit) {
        long bytes = 0;
        for (int i = 0; i <= Integer.BYTES; i++) {
            int at = bit / Byte.SIZE + i;
            bytes = (bytes << Byte.SIZE) | (at < key.length ? key[at] & 0xff : 0);
        }
        return (int) (bytes >>> (Byte.SIZE - bit % Byte.SIZE));
    }

    private byte[] input(byte[] head, int typeAt, int ip) {
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        int type = head.length < ip ? 0 : number(head, typeAt);
        if (type == IPV4 && head.length >= ip + IPV4_HEADER) {
            add(input, HashField.SOURCE_IPV4, head, ip + 12, 4);
            add(input, HashField.DESTINATION_IPV4, head, ip + 16, 4);
            boolean fragment = (number(head, ip + 6) & 0x3fff) != 0;
            int length = (head[ip] & 0xf) * Integer.BYTES;
            ports(input, fragment ? 0 : head[ip + 9], head, ip + length);
        } else if (type == IPV6 && head.length >= ip + IPV6_HEADER) {
            add(input, HashField.SOURCE_IPV6, head, ip + 8, 16);
            add(input, HashField.DESTINATION_IPV6, head, ip + 24, 16);
            ports(input, head[ip + 6], head, ip + IPV6_HEADER);
        }
        return input.toByteArray();
    }

    private void ports(ByteArrayOutputStream input, int protocol, byte[] head, int at) {
        if (at + 4 > head.length) {
            return;
        }
        if (protocol == TCP) {
            add(input, HashField.SOURCE_TCP_PORT, head, at, 2);
            add(input, HashField.DESTINATION_TCP_PORT, head, at + 2, 2);
        } else if (protocol == UDP) {
            add(input, HashField.SOURCE_UDP_PORT, head, at, 2);
            add(input, HashField.DESTINATION_UDP_PORT, head, at + 2, 2);
        }
    }

    private void add(ByteArrayOutputStream input, HashField field, byte[] head, int at, int bytes) {
        if (hash.fields().contains(field)) {
            input.write(head, at, bytes);
        }
    }

    private static int number(byte[] head, int at) {
        return ((head[at] & 0xff) << Byte.SIZE) | (head[at + 1] & 0xff);
    }
}
