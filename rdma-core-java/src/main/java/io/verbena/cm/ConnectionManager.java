package io.verbena.cm;

import io.verbena.error.ClosingFailures;
import io.verbena.error.Errno;
import io.verbena.error.RdmaException;
import io.verbena.error.SysException;
import io.verbena.hca.PortSpace;
import io.verbena.spi.cm.CmBinding;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.cm.UdpSocket;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Creates event channels. Closing this object closes them. */
public final class ConnectionManager extends CmObject {
    final CmDriver driver;
    private final Set<EventChannel> channels = ConcurrentHashMap.newKeySet();

    /** Identifiers by the cookies in their events, for all channels. */
    private final Map<Long, CmId> ids = new ConcurrentHashMap<>();

    private final AtomicLong cookies = new AtomicLong();

    /** Creates the connection manager of a provider. */
    public ConnectionManager(CmDriver driver) {
        this.driver = driver;
    }

    /**
     * Opens a channel with a thread that reads its events.
     *
     * @throws SysException if it cannot be opened, for example without access to {@code /dev/infiniband/rdma_cm}
     */
    public EventChannel eventChannel() {
        return using(() -> {
            EventChannel channel = new EventChannel(this, driver.createChannel());
            channels.add(channel);
            channel.start();
            return channel;
        });
    }

    /**
     * Looks up the address that a client connects to. The name service of the system limits the time.
     *
     * @param host a name or an address
     * @param service a name, or the number of a port
     * @throws UnresolvedAddressException if there is none
     */
    public AddressInfo addressInfo(String host, String service, PortSpace space) {
        return lookUp(host, service, space, false);
    }

    /**
     * Looks up the address that a server listens at.
     *
     * @param host a name or an address of this host; null for all
     * @param service a name, or the number of a port
     * @throws UnresolvedAddressException if there is none
     */
    public AddressInfo addressInfoToListen(@Nullable String host, String service, PortSpace space) {
        return lookUp(host, service, space, true);
    }

    private AddressInfo lookUp(@Nullable String host, String service, PortSpace space, boolean passive) {
        try {
            CmBinding found = using(() -> driver.addressInfo(host, service, space, passive));
            return new AddressInfo(found.local(), found.peer());
        } catch (SysException e) {
            if (e.errno() == Errno.ENOENT || e.errno() == Errno.EAGAIN || e.errno() == Errno.EINVAL) {
                throw new UnresolvedAddressException(
                        "the name " + host + " with the service " + service + " has no address for port space "
                                + space.text(),
                        e);
            }
            throw e;
        }
    }

    /**
     * Opens a UDP socket in the network to which the addresses of identifiers belong: that of this system, or that of an embedded
     * fabric. The caller closes the socket.
     *
     * @param address the local address; port 0 for a free port
     * @throws SysException if another program uses the port, or this host does not have the address
     */
    public UdpSocket udpSocket(InetSocketAddress address) {
        return using(() -> driver.openUdp(address));
    }

    long cookie() {
        return cookies.incrementAndGet();
    }

    void register(CmId id) {
        ids.put(id.cookie, id);
    }

    void forget(CmId id) {
        ids.remove(id.cookie);
    }

    @Nullable CmId find(long cookie) {
        return ids.get(cookie);
    }

    void forget(EventChannel channel) {
        channels.remove(channel);
    }

    @Override
    void destroy() {
        // The channels are closed when nothing is held: their threads may be about to ask for something.
    }

    @Override
    void closed(RdmaException why) {
        ClosingFailures failures = new ClosingFailures();
        failures.closeAll(channels);
        failures.rethrow();
    }

    @Override
    public String toString() {
        return "ConnectionManager";
    }
}
