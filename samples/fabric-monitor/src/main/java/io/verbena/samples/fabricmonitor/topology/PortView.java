package io.verbena.samples.fabricmonitor.topology;

import io.verbena.iba.PortInfo;
import io.verbena.iba.PortPhysicalState;
import io.verbena.subnet.Port;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A port, as it is served.
 *
 * @param number its number
 * @param state its logical state
 * @param physicalState its physical state
 * @param width how many lanes its link has
 * @param speed of each lane
 * @param lid its LID
 * @param peer the other end of its link; null where there is none
 * @param errors its counters of errors that are not 0
 */
record PortView(
        int number,
        String state,
        String physicalState,
        String width,
        String speed,
        int lid,
        @Nullable EndView peer,
        Map<String, Long> errors) {
    static PortView of(Port port, Map<String, Long> errors) {
        return new PortView(
                port.number(),
                port.state().text(),
                port.info()
                        .map(PortInfo::portPhysicalState)
                        .map(PortPhysicalState::text)
                        .orElse("unknown"),
                port.width().text(),
                port.speed().name(),
                port.lid().bits(),
                port.peer()
                        .map(peer -> new EndView(
                                peer.node().guid().toHex(), peer.node().description(), peer.number()))
                        .orElse(null),
                errors);
    }
}
