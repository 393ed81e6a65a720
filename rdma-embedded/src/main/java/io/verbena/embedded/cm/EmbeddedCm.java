package io.verbena.embedded.cm;

import io.verbena.embedded.time.Timeline;
import io.verbena.error.Errno;
import io.verbena.error.SysException;
import io.verbena.hca.AccessFlag;
import io.verbena.hca.AsyncEventType;
import io.verbena.hca.CmEventType;
import io.verbena.hca.CmOption;
import io.verbena.hca.ConnectionParameters;
import io.verbena.hca.EnhancedConnection;
import io.verbena.hca.PortSpace;
import io.verbena.hca.QueuePairAttributes;
import io.verbena.hca.QueuePairState;
import io.verbena.iba.PathRecord;
import io.verbena.iba.RejectReason;
import io.verbena.spi.cm.CmBinding;
import io.verbena.spi.cm.CmDriver;
import io.verbena.spi.cm.CmEventRecord;
import io.verbena.spi.cm.UdpSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** The connection manager of a host as seen from one program. Safe for use by multiple threads. */
public final class EmbeddedCm implements CmDriver, AutoCloseable {
    private final CmHost host;
    private final Timeline timeline;
    private final HostNames names;
    private final HandleTable<Channel> channels = new HandleTable<>("event channel");
    private final HandleTable<Identifier> identifiers = new HandleTable<>("identifier");

    /** The UDP sockets that were opened. A socket may be closed twice. */
    private final Queue<UdpSocket> sockets = new ConcurrentLinkedQueue<>();

    private boolean closed;

    /** Opens the connection manager of a host. */
    public EmbeddedCm(CmHost host) {
        this.host = host;
        this.timeline = host.timeline;
        this.names = new HostNames(host);
    }

    @Override
    public long createChannel() {
        return timeline.get(() -> channels.add(new Channel(timeline)));
    }

    @Override
    public void destroyChannel(long channel) {
        timeline.run(() -> {
            channels.get(channel).close();
            channels.remove(channel);
        });
    }

    @Override
    public @Nullable CmEventRecord awaitEvent(long channel, int timeoutMillis) {
        timeline.enter();
        try {
            return channels.get(channel).await(timeoutMillis);
        } finally {
            timeline.exit();
        }
    }

    @Override
    public void wakeUp(long channel) {
        timeline.run(() -> channels.get(channel).wakeUp());
    }

    @Override
    public long createId(long channel, PortSpace space, long cookie) {
        return timeline.get(() ->
                host.create(identifiers, channels.get(channel), space, cookie).number());
    }

    @Override
    public void cookie(long id, long cookie) {
        timeline.run(() -> identifiers.get(id).cookie(cookie));
    }

    @Override
    public void migrate(long id, long channel) {
        timeline.run(() -> identifiers.get(id).migrate(channels.get(channel)));
    }

    @Override
    public void destroyId(long id) {
        timeline.run(() -> {
            // Closing the connection manager has destroyed the identifier.
            if (!closed) {
                host.destroy(identifiers.get(id));
            }
        });
    }

    @Override
    public void bind(long id, SocketAddress address) {
        timeline.run(() -> host.addressSteps.bind(identifiers.get(id), address));
    }

    @Override
    public void resolveAddress(long id, @Nullable SocketAddress source, SocketAddress destination, int timeoutMillis) {
        timeline.run(() -> host.addressSteps.resolve(identifiers.get(id), source, destination, timeoutMillis));
    }

    @Override
    public void resolveRoute(long id, int timeoutMillis) {
        timeline.run(() -> host.addressSteps.resolveRoute(identifiers.get(id), timeoutMillis));
    }

    @Override
    public void route(long id, PathRecord path) {
        timeline.run(() -> host.addressSteps.route(identifiers.get(id), path));
    }

    @Override
    public PathRecord route(long id) {
        return timeline.get(() -> {
            Identifier found = identifiers.get(id);
            CmPath way = found.way;
            if (way == null) {
                throw Failures.of("rdma_resolve_route", found, Errno.ENODATA, "no path is resolved");
            }
            return way.record();
        });
    }

    @Override
    public UdpSocket openUdp(InetSocketAddress address) {
        UdpSocket socket = host.network.udp().open(host, address);
        sockets.add(socket);
        return socket;
    }

    @Override
    public CmBinding endpoint(long id) {
        return timeline.get(() -> identifiers.get(id).endpoint(host.device));
    }

    @Override
    public void option(long id, CmOption option, int value) {
        timeline.run(() -> {
            if (!identifiers.get(id).options.set(option, value)) {
                throw Failures.of(
                        "rdma_set_option", option.text() + " " + value, Errno.EINVAL, "invalid value for this option");
            }
        });
    }

    @Override
    public void listen(long id, int backlog) {
        timeline.run(() -> host.listen(identifiers.get(id), backlog));
    }

    @Override
    public void connect(long id, ConnectionParameters parameters) {
        timeline.run(() -> {
            Identifier found = identifiers.get(id);
            if (found.space.isDatagram()) {
                host.datagramSteps.connect(found, parameters);
            } else {
                host.connectionSteps.connect(found, parameters);
            }
        });
    }

    @Override
    public void accept(long id, ConnectionParameters parameters) {
        timeline.run(() -> {
            Identifier found = identifiers.get(id);
            if (found.space.isDatagram()) {
                host.datagramSteps.accept(found, parameters);
            } else {
                host.connectionSteps.accept(found, parameters);
            }
        });
    }

    @Override
    public void reject(long id, ByteBuffer privateData) {
        timeline.run(() -> {
            Identifier found = identifiers.get(id);
            if (found.space.isDatagram()) {
                host.datagramSteps.reject(found, privateData);
            } else {
                host.connectionSteps.reject(found, RejectReason.CONSUMER_REJECT, privateData);
            }
        });
    }

    @Override
    public void rejectEnhancedConnection(long id, ByteBuffer privateData) {
        timeline.run(() -> host.connectionSteps.reject(identifiers.get(id), RejectReason.VENDOR_OPTION, privateData));
    }

    @Override
    public void localEnhancedConnection(long id, EnhancedConnection own) {
        timeline.run(() -> identifiers.get(id).own = own);
    }

    @Override
    public EnhancedConnection remoteEnhancedConnection(long id) {
        return timeline.get(() -> identifiers.get(id).peerOptions);
    }

    @Override
    public void establish(long id) {
        timeline.run(() -> host.connectionSteps.establish(identifiers.get(id)));
    }

    @Override
    public void notify(long id, AsyncEventType event) {
        timeline.run(() -> {
            Identifier found = identifiers.get(id);
            if (event != AsyncEventType.COMMUNICATION_ESTABLISHED) {
                throw Failures.of(
                        "rdma_notify", event.text(), Errno.EINVAL, "only COMMUNICATION_ESTABLISHED can be reported");
            }
            host.connectionSteps.packetCame(found);
        });
    }

    @Override
    public void disconnect(long id) {
        timeline.run(() -> host.connectionSteps.disconnect(identifiers.get(id)));
    }

    @Override
    public QueuePairAttributes queuePairAttributes(long id, QueuePairState state) {
        return timeline.get(() -> QueuePairTransitions.attributes(identifiers.get(id), state));
    }

    @Override
    public void join(long id, SocketAddress group, boolean sendOnly, long cookie) {
        timeline.run(() -> host.groupSteps.join(identifiers.get(id), group, sendOnly, cookie));
    }

    @Override
    public void leave(long id, SocketAddress group) {
        timeline.run(() -> host.groupSteps.leave(identifiers.get(id), group));
    }

    /** Looks the name up at once; the event must not be reported before this call returns. */
    @Override
    public void resolveAddressInfo(long id, String name, @Nullable String service, PortSpace space) {
        timeline.run(() -> {
            Identifier found = identifiers.get(id);
            found.info = names.find(name, service);
            timeline.after(
                    0,
                    () -> found.report(
                            found.info == null
                                    ? Channel.Event.of(found, CmEventType.ADDRESS_INFO_ERROR, -Errno.ENOENT)
                                    : Channel.Event.of(found, CmEventType.ADDRESS_INFO_RESOLVED, 0)));
        });
    }

    @Override
    public CmBinding queryAddressInfo(long id) {
        return timeline.get(() -> {
            Identifier found = identifiers.get(id);
            CmBinding info = found.info;
            if (info == null) {
                throw Failures.state("rdma_query_addrinfo", found, "have resolved a name");
            }
            return info;
        });
    }

    @Override
    public void post(long id, int status, long argument) {
        timeline.run(() -> {
            Identifier found = identifiers.get(id);
            found.report(Channel.Event.ofProgram(found, status, argument));
        });
    }

    @Override
    public CmBinding addressInfo(@Nullable String name, @Nullable String service, PortSpace space, boolean passive) {
        return timeline.get(() -> names.lookUp(name, service, passive));
    }

    /**
     * Reports the removal of the device to the identifiers that are bound to it. Must be called under the lock of the
     * timeline.
     */
    public void deviceRemoved() {
        identifiers.all().stream()
                .filter(id -> id.port != null && !id.channel.isUnread(id))
                .forEach(id -> id.report(Channel.Event.of(id, CmEventType.DEVICE_REMOVAL, 0)));
    }

    /** Destroys all identifiers, and wakes the threads that wait for events. */
    @Override
    public void close() {
        timeline.run(() -> {
            identifiers.all().stream()
                    .filter(id -> id.stage != Identifier.Stage.DESTROYED)
                    .forEach(host::destroy);
            channels.all().forEach(Channel::close);
            closed = true;
        });
        sockets.forEach(UdpSocket::close);
    }

    private record HostNames(CmHost host) {
        private static final InetAddress ANY = IpAddresses.of(new byte[Integer.BYTES]);
        private static final InetAddress LOOPBACK = IpAddresses.of(new byte[] {127, 0, 0, 1});
        private static final String CALL = "rdma_getaddrinfo";
        private static final int LARGEST_PORT = 65535;

        @Nullable CmBinding find(String name, @Nullable String service) {
            try {
                return lookUp(name, service, false);
            } catch (SysException e) {
                return null;
            }
        }

        CmBinding lookUp(@Nullable String name, @Nullable String service, boolean passive) {
            InetSocketAddress found = new InetSocketAddress(address(name, passive), port(service));
            return passive ? new CmBinding("", 0, found, null) : new CmBinding("", 0, null, found);
        }

        private InetAddress address(@Nullable String name, boolean passive) {
            if (name == null) {
                return passive ? ANY : LOOPBACK;
            }
            InetAddress written = IpAddresses.parse(name);
            if (written != null) {
                return written;
            }
            InetAddress known = name.equals("localhost") ? LOOPBACK : host.network.named(name);
            if (known == null) {
                throw unknown(name, "unknown host; use the name or the address of a node of the fabric");
            }
            return known;
        }

        private static int port(@Nullable String service) {
            if (service == null) {
                return 0;
            }
            int port = service.matches("[0-9]{1,5}") ? Integer.parseInt(service) : LARGEST_PORT + 1;
            if (port > LARGEST_PORT) {
                throw unknown(service, "use a port number from 0 to " + LARGEST_PORT);
            }
            return port;
        }

        private static SysException unknown(String what, String advice) {
            return Failures.of(CALL, "'" + what + "'", Errno.ENOENT, advice);
        }
    }

    /** The attributes that take a queue pair to the states of its connection; see rdma_init_qp_attr(3). */
    private static final class QueuePairTransitions {
        private static final String CALL = "rdma_init_qp_attr";

        private QueuePairTransitions() {}

        static QueuePairAttributes attributes(Identifier id, QueuePairState state) {
            CmPort port = id.port;
            if (port == null) {
                throw Failures.state(CALL, id, "be bound to one port, or have an address resolved");
            }
            HostConnection end = id.end;
            if (id.space.isDatagram()) {
                return datagrams(id, port, state);
            }
            if (state == QueuePairState.INIT) {
                return initial(port, end == null ? Set.of() : access(end.connection.terms))
                        .partitionKeyIndex(end == null ? id.pKeyIndex(port) : end.connection.terms.way.pKeyIndex());
            }
            if (end == null || end.connection.state == Connection.State.REQ_SENT) {
                throw Failures.state(CALL, id, "be asked, or accepted");
            }
            ConnectionTerms terms = end.connection.terms;
            return switch (state) {
                case READY_TO_RECEIVE -> receiving(terms);
                case READY_TO_SEND -> sending(id, terms);
                default -> throw none(state);
            };
        }

        private static RuntimeException none(QueuePairState state) {
            return Failures.of(CALL, state, Errno.EINVAL, "a connection takes queue pairs to INIT, RTR and RTS only");
        }

        private static QueuePairAttributes initial(CmPort port, Set<AccessFlag> access) {
            return new QueuePairAttributes()
                    .state(QueuePairState.INIT)
                    .access(access)
                    .port(port.number());
        }

        private static Set<AccessFlag> access(ConnectionTerms terms) {
            Set<AccessFlag> access = EnumSet.of(AccessFlag.REMOTE_WRITE);
            if (terms.responderResources > 0) {
                access.add(AccessFlag.REMOTE_READ);
                access.add(AccessFlag.REMOTE_ATOMIC);
            }
            return access;
        }

        private static QueuePairAttributes receiving(ConnectionTerms terms) {
            return new QueuePairAttributes()
                    .state(QueuePairState.READY_TO_RECEIVE)
                    .address(terms.way.vector())
                    .pathMtu(terms.way.mtu())
                    .destinationQueuePair(terms.remoteQueuePair)
                    .receiveSequenceNumber(terms.receivePsn)
                    .responderResources(terms.responderResources)
                    .minRnrTimer(0);
        }

        private static QueuePairAttributes sending(Identifier id, ConnectionTerms terms) {
            Identifier.Options options = id.options;
            return new QueuePairAttributes()
                    .state(QueuePairState.READY_TO_SEND)
                    .sendSequenceNumber(terms.sendPsn)
                    .timeout(
                            options.has(CmOption.ACKNOWLEDGE_TIMEOUT)
                                    ? options.get(CmOption.ACKNOWLEDGE_TIMEOUT)
                                    : terms.acknowledgeTimeout)
                    .retries(terms.retries)
                    .rnrRetries(terms.rnrRetries)
                    .initiatorDepth(terms.initiatorDepth);
        }

        private static QueuePairAttributes datagrams(Identifier id, CmPort port, QueuePairState state) {
            return switch (state) {
                case INIT ->
                    new QueuePairAttributes()
                            .state(state)
                            .partitionKeyIndex(id.pKeyIndex(port))
                            .port(port.number())
                            .queueKey(id.queueKey());
                case READY_TO_RECEIVE -> new QueuePairAttributes().state(state);
                case READY_TO_SEND -> new QueuePairAttributes().state(state).sendSequenceNumber(0);
                default -> throw none(state);
            };
        }
    }
}
