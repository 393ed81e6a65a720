package io.verbena.spring.boot.failure;

import io.verbena.spring.boot.autoconfigure.RdmaProperties;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/** The properties there are. */
final class PropertyNames {
    /** All of them, as {@code rdma.end-port}. */
    static final List<String> ALL = below("rdma", RdmaProperties.class).toList();

    private PropertyNames() {}

    private static Stream<String> below(String prefix, Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).flatMap(component -> names(prefix, component));
    }

    private static Stream<String> names(String prefix, RecordComponent component) {
        String name = prefix + "." + DataObjectPropertyName.toDashedForm(component.getName());
        return component.getType().isRecord() ? below(name, component.getType()) : Stream.of(name);
    }
}
