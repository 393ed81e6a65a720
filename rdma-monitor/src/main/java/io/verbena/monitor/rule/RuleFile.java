package io.verbena.monitor.rule;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/** Reads rules from YAML. A rule of the operator replaces the shipped rule of the same name as a whole. */
public final class RuleFile {
    private static final Resource SHIPPED = new ClassPathResource("alarm-rules.yaml");

    private RuleFile() {}

    /**
     * Reads the shipped rules and those of an operator.
     *
     * @param own the file of the operator; null if there is none
     * @throws IllegalArgumentException if the file is missing or is not valid; the message names the member
     */
    public static List<AlarmRule> read(@Nullable Resource own) {
        Map<String, AlarmRule> rules = new LinkedHashMap<>();
        load(SHIPPED).forEach(rule -> rules.put(rule.name(), rule));
        if (own != null) {
            if (!own.exists()) {
                throw new IllegalArgumentException(
                        "monitor.alarms.rules is " + own.getDescription() + ", which does not exist");
            }
            load(own).forEach(rule -> rules.put(rule.name(), rule));
        }
        return rules.values().stream().filter(AlarmRule::enabled).toList();
    }

    private static List<AlarmRule> load(Resource resource) {
        try {
            List<ConfigurationPropertySource> sources = new ArrayList<>();
            for (PropertySource<?> source : new YamlPropertySourceLoader().load("rules", resource)) {
                ConfigurationPropertySources.from(source).forEach(sources::add);
            }
            return new Binder(sources)
                    .bind("rules", Bindable.listOf(AlarmRule.class))
                    .orElseThrow(() -> new IllegalArgumentException(resource.getDescription()
                            + " has no list \"rules\"; see alarm-rules.yaml in docs/monitor.md"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the rules of " + resource.getDescription(), e);
        }
    }
}
