package io.verbena.embedded.service;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A control message of ibsim's protocol, which has the same form as a request and as its response: 80 bytes in the byte
 * order of the host.
 *
 * <pre>
 *  0 magic, 0xdeadbeef   4 client   8 type, 0 for a failure   12 length of the data   16 data, 64 bytes
 * </pre>
 */
final class ServiceMessage {
    static final int LENGTH = 80;
    static final int DATA = 64;

    static final int ERROR = 0;
    static final int CONNECT = 1;
    static final int DISCONNECT = 2;
    static final int GET_PORT = 3;
    static final int GET_VENDOR = 4;
    static final int GET_GID = 5;
    static final int GET_GUID = 6;
    static final int GET_NODE_INFO = 7;
    static final int GET_PORT_INFO = 8;
    static final int SET_IS_SM = 9;
    static final int GET_PARTITION_KEYS = 10;

    private static final int MAGIC = 0xdeadbeef;
    private static final int ID = 0;
    private static final int IS_SM = 8;
    private static final int NODE = 12;
    private static final int NODE_LENGTH = 32;

    /** The number of the client; 0 in CONNECT. */
    final int client;

    /** The type, which is none of the constants if the client sent another one. */
    final int type;

    private final byte[] data;

    private ServiceMessage(int client, int type, byte[] data) {
        this.client = client;
        this.type = type;
        this.data = data;
    }

    /** Returns the request of a client whose packet socket has this port to be attached to a node. */
    static ServiceMessage connect(int port, String node) {
        byte[] data = new byte[DATA];
        host(data).putInt(ID, port).put(NODE, node.getBytes(StandardCharsets.UTF_8));
        return new ServiceMessage(0, CONNECT, data);
    }

    /** Returns a request other than CONNECT, with the first integer of its data. */
    static ServiceMessage request(int client, int type, int number) {
        byte[] data = new byte[DATA];
        host(data).putInt(ID, number);
        return new ServiceMessage(client, type, data);
    }

    static @Nullable ServiceMessage read(ByteBuffer bytes) {
        if (bytes.remaining() != LENGTH) {
            return null;
        }
        ByteBuffer from = bytes.order(ByteOrder.nativeOrder());
        if (from.getInt() != MAGIC) {
            return null;
        }
        int client = from.getInt();
        int type = from.getInt();
        from.getInt();
        byte[] data = new byte[DATA];
        from.get(data);
        return new ServiceMessage(client, type, data);
    }

    void write(ByteBuffer into) {
        into.clear();
        into.order(ByteOrder.nativeOrder())
                .putInt(MAGIC)
                .putInt(client)
                .putInt(type)
                .putInt(type == ERROR ? 0 : DATA)
                .put(data)
                .flip();
    }

    ServiceMessage failure() {
        return new ServiceMessage(client, ERROR, new byte[DATA]);
    }

    ServiceMessage answer(byte[] answered) {
        return new ServiceMessage(client, type, answered);
    }

    /** Returns the response to CONNECT. It repeats the name of the node, so that the client does not report another. */
    ServiceMessage connected(int number) {
        byte[] answered = data.clone();
        host(answered).putInt(ID, number);
        return new ServiceMessage(number, CONNECT, answered);
    }

    /** Returns the first integer of the data: in CONNECT the port of the packet socket, in SET_ISSM the new value. */
    int number() {
        return host(data).getInt(ID);
    }

    boolean isManager() {
        return host(data).getInt(IS_SM) != 0;
    }

    /** Returns the name of the node to which a client connects, without control characters; empty for any node. */
    String node() {
        int end = NODE;
        while (end < NODE + NODE_LENGTH && data[end] != 0) {
            end++;
        }
        return new String(data, NODE, end - NODE, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }

    int port() {
        return data[0] & 0xff;
    }

    private static ByteBuffer host(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }
}
