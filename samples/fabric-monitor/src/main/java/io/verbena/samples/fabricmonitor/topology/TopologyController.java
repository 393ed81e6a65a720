package io.verbena.samples.fabricmonitor.topology;

import io.verbena.samples.fabricmonitor.topology.FabricTopology.LinkView;
import io.verbena.samples.fabricmonitor.topology.FabricTopology.NodeView;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Serves the known state of the fabric as JSON. It only reads. */
@RestController
class TopologyController {
    private final FabricMonitor monitor;

    TopologyController(FabricMonitor monitor) {
        this.monitor = monitor;
    }

    @GetMapping("/topology")
    FabricTopology topology() {
        return monitor.latest()
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.SERVICE_UNAVAILABLE, "the fabric has not been read yet; try again soon"));
    }

    @GetMapping("/nodes")
    List<NodeView> nodes() {
        return topology().nodes();
    }

    @GetMapping("/nodes/{guid}")
    NodeDetails node(@PathVariable String guid) {
        return monitor.node(guid)
                .orElseThrow(() -> new ResponseStatusException(
                        HttpStatus.NOT_FOUND, "no node with this GUID was seen; /nodes lists them all"));
    }

    @GetMapping("/links")
    List<LinkView> links() {
        return topology().links();
    }

    @GetMapping("/failures")
    List<String> failures() {
        return topology().failures();
    }
}
