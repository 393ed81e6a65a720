package io.verbena.embedded.cm;

import io.verbena.hca.PortSpace;
import io.verbena.iba.ConnectRequest;
import io.verbena.iba.ServiceIdResolutionRequest;
import org.jspecify.annotations.Nullable;

/**
 * A request for a service.
 *
 * @param service the port space and the port
 * @param header the addresses of an IP service; null if there are none
 */
record Request(
        ConnectRequest message, Service service, @Nullable IpHeader header) {

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
        return service == null || service.space().isDatagram()
                ? null
                : new Request(message, service, IpHeader.read(message.privateData()));
    }

    static @Nullable Service service(ServiceIdResolutionRequest message) {
        Service service = Service.of(message.serviceId());
        return service == null || !service.space().isDatagram() ? null : service;
    }
}
