package io.verbena.samples.anywhere;

import io.verbena.device.EndPort;
import io.verbena.spi.PortAttributes;
import io.verbena.spring.boot.connection.RdmaTemplate;
import io.verbena.spring.boot.subnet.SubnetService;
import io.verbena.subnet.Subnet;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/** Prints the end port, the size of the subnet if there is one, and the response of the server if one is configured. */
@Component
class StartupReport implements ApplicationRunner {
    private final EndPort port;
    private final SubnetService subnet;
    private final ObjectProvider<RdmaTemplate> greeter;

    StartupReport(EndPort port, SubnetService subnet, ObjectProvider<RdmaTemplate> greeter) {
        this.port = port;
        this.subnet = subnet;
        this.greeter = greeter;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        PortAttributes attributes = port.attributes();
        System.out.println(port + " is " + attributes.state().text() + ", " + attributes.linkLayer());
        if (!attributes.isEthernet()) {
            Subnet read = subnet.refresh().subnet();
            System.out.println("The subnet has " + read.nodes().size() + " nodes and " + links(read) + " links");
        }
        greeter.ifAvailable(server -> System.out.println(
                "The server says '" + server.requestAsync("you").join() + "'"));
    }

    private static long links(Subnet subnet) {
        long ends = subnet.nodes().stream()
                .flatMap(node -> node.ports().stream())
                .filter(port -> port.peer().isPresent())
                .count();
        return ends / 2;
    }
}
