package io.verbena.embedded.cm;

import io.verbena.hca.PortSpace;
import io.verbena.iba.ConnectRequest;
import io.verbena.iba.ServiceIdResolutionRequest;
import org.jspecify.annotations.Nullable;

/**
 * A request for an IP service.
 *
 * @param service the port space and the port
 * @param header the addresses
 */
record Request(ConnectRequest message, Service service, IpHeader header) {

    /** A service by its ID, which consists of 0, the port space and the port (IBA A11.2). */
    record Service(PortSpace space, int port) {
        private static final int PORT_BITS = 16;
        private static final int PORT = 0xffff;

        long id() {
            return (long) space.code() << PORT_BITS | port;
        }

        static @Nullable Service of(long id) {
            for (PortSpace space : PortSpace.values()) {
                if (id >>> PORT_BITS == space.code()) {
                    return new Service(space, (int) id & PORT);
                }
            }
            return null;
        }
    }

    static @Nullable Request read(ConnectRequest message) {
        Service service = Service.of(message.serviceId());
        IpHeader header = IpHeader.read(message.privateData());
        return service == null || service.space().isDatagram() || header == null
                ? null
                : new Request(message, service, header);
    }

    static @Nullable Service service(ServiceIdResolutionRequest message) {
        Service service = Service.of(message.serviceId());
        return service == null || !service.space().isDatagram() ? null : service;
    }
}
