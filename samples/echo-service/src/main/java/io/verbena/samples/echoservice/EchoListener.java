package io.verbena.samples.echoservice;

import io.verbena.connection.RdmaConnection;
import io.verbena.spring.boot.connection.RdmaListener;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** Returns each message. */
@Component
@ConditionalOnProperty("rdma.servers.echo.port")
class EchoListener {

    @RdmaListener("echo")
    String answer(String line, RdmaConnection connection) {
        System.out.println("Server: '" + line + "' came from "
                + connection.peerAddress().getAddress().getHostAddress());
        return line;
    }
}
