package io.verbena.spring.boot.actuate;

import io.verbena.error.RdmaException;
import io.verbena.iba.Guid;
import io.verbena.spring.boot.actuate.TopologyDescription.NodeDetail;
import io.verbena.spring.boot.actuate.TopologyDescription.TopologyDifference;
import io.verbena.spring.boot.actuate.TopologySvg.TopologyDot;
import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import io.verbena.spring.boot.subnet.SubnetService;
import io.verbena.spring.boot.subnet.SubnetSnapshot;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.util.MimeType;

/**
 * The endpoint {@code /actuator/rdmatopology}: the last reading of the subnet. If the subnet is not read at intervals,
 * a request reads it if the last reading is older than {@code rdma.subnet.max-age}, so that requests cannot load the
 * fabric.
 */
@WebEndpoint(id = "rdmatopology")
public final class RdmaTopologyEndpoint {
    private static final String DOT = "text/vnd.graphviz";
    private static final String SVG = "image/svg+xml";
    private static final String JSON = "application/json";

    private final SubnetService service;
    private final RdmaProperties properties;

    RdmaTopologyEndpoint(SubnetService service, RdmaProperties properties) {
        this.service = service;
        this.properties = properties;
    }

    /**
     * Returns all nodes and links.
     *
     * @param format {@code json} (default), {@code dot} or {@code svg}
     */
    @ReadOperation(produces = {JSON, DOT, SVG})
    public WebEndpointResponse<Object> topology(@Nullable String format) {
        String wanted = format == null ? "json" : format;
        return switch (wanted) {
            case "json" -> answer(TopologyDescription::of, JSON);
            case "dot" -> answer(TopologyDot::of, DOT);
            case "svg" -> answer(TopologySvg::of, SVG);
            default -> refuse("unknown format '" + wanted + "'; use json, dot or svg");
        };
    }

    /**
     * Returns one node with its ports and their counters, or the differences from a saved subnet.
     *
     * @param what the GUID of the node, or {@code diff} for the differences from the file of {@code rdma.subnet.saved}
     */
    @ReadOperation(produces = JSON)
    public WebEndpointResponse<Object> part(@Selector String what) {
        if (what.equals("diff")) {
            String saved = properties.subnet().saved();
            return saved == null
                    ? refuse("there is no saved subnet to compare with; set rdma.subnet.saved to its file")
                    : answer(snapshot -> TopologyDifference.between(saved, snapshot.subnet()), JSON);
        }
        Guid guid;
        try {
            guid = Guid.parse(what);
        } catch (IllegalArgumentException e) {
            return refuse("'" + what + "' is not a GUID; use the GUID of a node, such as 0x0002c90300001491, or diff");
        }
        try {
            SubnetSnapshot snapshot = snapshot();
            Optional<NodeDetail> node =
                    snapshot.subnet().node(guid).map(found -> NodeDetail.of(found, snapshot, properties.showKeys()));
            return node.isPresent()
                    ? response(node.get(), WebEndpointResponse.STATUS_OK, JSON)
                    : refuse("no node of the subnet has the GUID " + guid.toHex() + "; /actuator/rdmatopology lists the"
                            + " nodes");
        } catch (RdmaException e) {
            return unavailable(e);
        }
    }

    private SubnetSnapshot snapshot() {
        Duration maxAge = properties.subnet().maxAge();
        return service.isRunning() ? service.latest().orElseGet(() -> service.recent(maxAge)) : service.recent(maxAge);
    }

    private WebEndpointResponse<Object> answer(Function<SubnetSnapshot, Object> view, String type) {
        try {
            return response(view.apply(snapshot()), WebEndpointResponse.STATUS_OK, type);
        } catch (RdmaException e) {
            return unavailable(e);
        }
    }

    private static WebEndpointResponse<Object> refuse(String reason) {
        return response(Map.of("error", reason), WebEndpointResponse.STATUS_BAD_REQUEST, JSON);
    }

    private static WebEndpointResponse<Object> unavailable(RdmaException reason) {
        return response(
                Map.of("error", String.valueOf(reason.getMessage())),
                WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE,
                JSON);
    }

    private static WebEndpointResponse<Object> response(Object body, int status, String type) {
        return new WebEndpointResponse<>(body, status, MimeType.valueOf(type));
    }

    /** Registers the responses for reflection, because the declared type {@code Object} does not reveal them. */
    static final class Hints implements RuntimeHintsRegistrar {
        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            new BindingReflectionHintsRegistrar()
                    .registerReflectionHints(
                            hints.reflection(), TopologyDescription.class, NodeDetail.class, TopologyDifference.class);
        }
    }
}
