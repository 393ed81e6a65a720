package io.verbena.samples.fabricmonitor.web;

import io.verbena.device.EndPort;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Serves the information that the page requires first. */
@RestController
class AboutController {
    private final About about;

    AboutController(EndPort endPort, @Value("${rdma.fabric.type:native}") String fabric) {
        this.about = new About(endPort.toString(), fabric.equals("embedded"));
    }

    /**
     * The application.
     *
     * @param endPort the end port of this host
     * @param faults whether faults can be injected, because the fabric is embedded
     */
    record About(String endPort, boolean faults) {}

    @GetMapping("/about")
    About about() {
        return about;
    }
}
