package io.verbena.samples.fabricmonitor;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** What was found last, as JSON. It reads only: nothing over HTTP changes the fabric. */
@RestController
class TopologyController {
    private final FabricMonitor monitor;

    TopologyController(FabricMonitor monitor) {
        this.monitor = monitor;
    }

    @GetMapping("/topology")
    Topology topology() {
        return monitor.latest()
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.SERVICE_UNAVAILABLE, "the fabric has not been discovered yet; try again soon"));
    }

    @GetMapping("/nodes")
    List<Topology.NodeView> nodes() {
        return topology().nodes();
    }

    @GetMapping("/links")
    List<Topology.LinkView> links() {
        return topology().links();
    }

    @GetMapping("/failures")
    List<String> failures() {
        return topology().failures();
    }
}
