package io.verbena.embedded.hca.queue;

import io.verbena.embedded.node.FabricPort;
import io.verbena.iba.Gid;
import io.verbena.iba.Mtu;
import java.util.Arrays;

/**
 * The properties of a port that a queue pair uses, read again whenever the fabric has changed. Not safe for concurrent
 * use.
 */
final class PortView {
    private static final int FULL = 0x8000;
    private static final int UNIT_BYTES = 128;
    private static final int NUMBER = 0x7fff;

    private final DataNetwork network;
    private int revision;
    private boolean read;
    private FabricPort port;
    private int keyIndex;
    private int key;
    private int lid;
    private int pathMask;
    private int mtu;
    private Gid[] gids = {};

    PortView(DataNetwork network, FabricPort port) {
        this.network = network;
        this.port = port;
    }

    void of(FabricPort next, int index) {
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

    FabricPort port() {
        return port;
    }

    int keyIndex() {
        return keyIndex;
    }

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

    int mtu() {
        refresh();
        return mtu;
    }

    Gid gid(int index) {
        refresh();
        return gids[index];
    }

    /** Returns an MTU in bytes (IBA 14.2.5.6). */
    static int bytes(Mtu mtu) {
        return mtu == Mtu.UNKNOWN ? 0 : UNIT_BYTES << mtu.code();
    }

    /** Returns whether a packet with a partition key is accepted (IBA 10.9.3). */
    boolean admits(int other) {
        int own = key();
        return (own & NUMBER) == (other & NUMBER) && (own & NUMBER) != 0 && ((own | other) & FULL) != 0;
    }
}
