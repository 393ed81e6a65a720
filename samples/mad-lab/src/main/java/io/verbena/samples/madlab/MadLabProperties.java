package io.verbena.samples.madlab;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the application.
 *
 * @param queries Requests in their order.
 */
@ConfigurationProperties(prefix = "mad-lab", ignoreUnknownFields = false)
record MadLabProperties(@DefaultValue List<Query> queries) {

    /**
     * A Get of one attribute.
     *
     * @param attribute Name of the attribute, such as PortInfo.
     * @param managementClass Management class, such as Subn or Performance; required only if the attribute belongs to
     *     several classes.
     * @param target Directed route (0,1), LID, port GUID or GID (default: this port, or the subnet administration for
     *     records).
     * @param modifier Attribute modifier.
     * @param fields Fields of the request by name, such as the port of counters.
     */
    record Query(
            @DefaultValue("") String attribute,
            @Nullable String managementClass,
            @Nullable String target,
            @DefaultValue("0") String modifier,
            @DefaultValue Map<String, String> fields) {}
}
