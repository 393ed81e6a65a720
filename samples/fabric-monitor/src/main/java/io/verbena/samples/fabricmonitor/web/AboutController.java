package io.verbena.samples.fabricmonitor.web;

import io.verbena.device.EndPort;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the page has to know before anything else. */
@RestController
class AboutController {
    private final About about;

    AboutController(EndPort endPort, @Value("${rdma.fabric.type:native}") String fabric) {
        this.about = new About(endPort.toString(), fabric.equals("embedded"));
    }

    /**
     * Where the fabric is seen from.
     *
     * @param endPort the end port of this host
     * @param faults whether the fabric is embedded, and can be broken
     */
    record About(String endPort, boolean faults) {}

    @GetMapping("/about")
    About about() {
        return about;
    }
}
