package io.verbena.samples.anywhere;

import io.verbena.connection.RdmaConnection;
import io.verbena.spring.boot.connection.RdmaListener;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** The listener of the server, if a server is configured. */
@Component
@ConditionalOnProperty("rdma.servers.hello.port")
class Greeter {

    @RdmaListener("hello")
    String greet(String name, RdmaConnection connection) {
        return "hello " + name + " at " + connection.peerAddress().getAddress().getHostAddress();
    }
}
