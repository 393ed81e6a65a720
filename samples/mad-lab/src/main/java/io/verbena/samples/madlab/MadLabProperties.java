package io.verbena.samples.madlab;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is asked.
 *
 * @param queries one after the other
 */
@ConfigurationProperties(prefix = "mad-lab", ignoreUnknownFields = false)
record MadLabProperties(@DefaultValue List<Query> queries) {

    /**
     * One Get of one attribute.
     *
     * @param attribute its name, such as PortInfo
     * @param managementClass the class as methods are called by it, such as Subn or Performance; only needed for an attribute
     *     of several
     * @param target a directed route (0,1), a LID, a port GUID or a GID; this port, or the administration for its records
     * @param modifier the attribute modifier
     * @param fields of the request, by name: what selects, such as the port of counters
     */
    record Query(
            @DefaultValue("") String attribute,
            @Nullable String managementClass,
            @Nullable String target,
            @DefaultValue("0") String modifier,
            @DefaultValue Map<String, String> fields) {}
}
