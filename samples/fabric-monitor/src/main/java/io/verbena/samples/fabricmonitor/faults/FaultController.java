package io.verbena.samples.fabricmonitor.faults;

import io.verbena.embedded.EmbeddedFabric;
import io.verbena.embedded.EmbeddedFault;
import io.verbena.embedded.EmbeddedNode;
import io.verbena.embedded.EmbeddedPort;
import io.verbena.spring.boot.subnet.SubnetService;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Injects faults into the embedded fabric and removes them, to demonstrate the page. It exists only if the fabric is
 * embedded. Each call returns the active faults.
 */
@RestController
@RequestMapping("/faults")
@ConditionalOnProperty(name = "rdma.fabric.type", havingValue = "embedded")
class FaultController {
    private static final int MAX_ERRORS = 1_000_000;

    private final EmbeddedFabric fabric;
    private final SubnetService subnet;

    FaultController(EmbeddedFabric fabric, SubnetService subnet) {
        this.fabric = fabric;
        this.subnet = subnet;
    }

    @GetMapping
    List<FaultView> faults() {
        return fabric.faults().stream().map(FaultView::of).toList();
    }

    @PostMapping("/cut")
    List<FaultView> cut(@RequestParam String node, @RequestParam int port) {
        port(node, port).down();
        return changed();
    }

    @PostMapping("/restore")
    List<FaultView> restore(@RequestParam String node, @RequestParam int port) {
        port(node, port).up();
        return changed();
    }

    @PostMapping("/silence")
    List<FaultView> silence(@RequestParam String node) {
        node(node).silence();
        return changed();
    }

    @PostMapping("/wake")
    List<FaultView> wake(@RequestParam String node) {
        node(node).restore();
        return changed();
    }

    @PostMapping("/errors")
    List<FaultView> errors(
            @RequestParam String node, @RequestParam int port, @RequestParam(defaultValue = "100") int count) {
        if (count < 1 || count > MAX_ERRORS) {
            throw new IllegalArgumentException("count is " + count + "; it must be from 1 to " + MAX_ERRORS);
        }
        port(node, port).count("symbolErrorCounter", count);
        return changed();
    }

    @PostMapping("/heal")
    List<FaultView> heal() {
        fabric.heal();
        return changed();
    }

    /** Requests a reading, so that the effect appears immediately. */
    private List<FaultView> changed() {
        subnet.hasten();
        return faults();
    }

    private EmbeddedNode node(String guid) {
        return fabric.nodes().stream()
                .filter(node -> node.guid().toHex().equals(guid))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("no node has the GUID '" + guid + "'; /nodes lists them"));
    }

    private EmbeddedPort port(String guid, int number) {
        return node(guid).port(number);
    }

    @ExceptionHandler(IllegalArgumentException.class)
    ProblemDetail refused(IllegalArgumentException reason) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, String.valueOf(reason.getMessage()));
    }

    /**
     * An active fault, as JSON.
     *
     * @param kind the kind of fault
     * @param node the GUID of the node; null for a fault of the fabric
     * @param port the number of the port; null for a fault of the node
     * @param text the description
     */
    record FaultView(
            String kind, @Nullable String node, @Nullable Integer port, String text) {
        static FaultView of(EmbeddedFault fault) {
            return new FaultView(
                    fault.kind().name(),
                    fault.node().map(node -> node.guid().toHex()).orElse(null),
                    fault.port().map(EmbeddedPort::number).orElse(null),
                    fault.toString());
        }
    }
}
