package io.verbena.embedded.hca.queue;

import io.verbena.embedded.node.Port;
import io.verbena.iba.Gid;
import io.verbena.iba.Mtu;
import java.util.Arrays;

/** What a port has given a queue pair: read again when the fabric has changed. For one thread at a time. */
final class PortView {
    private static final int FULL = 0x8000;
    private static final int UNIT_BYTES = 128;
    private static final int NUMBER = 0x7fff;

    private final Network network;
    private int revision;
    private boolean read;
    private Port port;
    private int keyIndex;
    private int key;
    private int lid;
    private int pathMask;
    private int mtu;
    private Gid[] gids = {};

    PortView(Network network, Port port) {
        this.network = network;
        this.port = port;
    }

    /** Another port, or another place in its table of keys. */
    void of(Port next, int index) {
        read &= port == next && keyIndex == index;
        port = next;
        keyIndex = index;
    }

    private void refresh() {
        int current = network.revision();
        if (read && current == revision) {
            return;
        }
        network.timeline().enter();
        try {
            revision = network.revision();
            key = port.keys().get(keyIndex);
            lid = port.lid();
            pathMask = (1 << port.lmc()) - 1;
            mtu = bytes(port.info().neighborMtu());
            long prefix = port.info().gidPrefix();
            gids = Arrays.stream(port.guids())
                    .mapToObj(guid -> new Gid(prefix, guid))
                    .toArray(Gid[]::new);
            read = true;
        } finally {
            network.timeline().exit();
        }
    }

    Port port() {
        return port;
    }

    int keyIndex() {
        return keyIndex;
    }

    /** The partition key; 0 if there is none. */
    int key() {
        refresh();
        return key;
    }

    int lid(int pathBits) {
        refresh();
        return lid | (pathBits & pathMask);
    }

    int pathBits(int toLid) {
        refresh();
        return toLid & pathMask;
    }

    /** The longest datagram. */
    int mtu() {
        refresh();
        return mtu;
    }

    /** One of its GIDs. */
    Gid gid(int index) {
        refresh();
        return gids[index];
    }

    /** How many bytes an MTU is (IBA 14.2.5.6). */
    static int bytes(Mtu mtu) {
        return mtu == Mtu.UNKNOWN ? 0 : UNIT_BYTES << mtu.code();
    }

    /** Whether a packet with this key is let in (IBA 10.9.3). */
    boolean admits(int other) {
        int own = key();
        return (own & NUMBER) == (other & NUMBER) && (own & NUMBER) != 0 && ((own | other) & FULL) != 0;
    }
}
