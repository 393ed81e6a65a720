package io.verbena.spring.boot.autoconfigure;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.util.ClassUtils;

/**
 * The names of all properties below {@code rdma}: from the configuration metadata on the class path, and from the
 * records of map entries, which the metadata do not describe.
 */
public final class KnownProperties {
    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final Pattern VALUE_OF_MAP = Pattern.compile("java\\.util\\.Map<java\\.lang\\.String, ?([\\w.$]+)>");

    private final TreeSet<String> names = new TreeSet<>();
    private final ClassLoader classes;

    private KnownProperties(ClassLoader classes) {
        this.classes = classes;
    }

    /**
     * Reads the properties of this module from one file, which is all that most applications use. The result is empty
     * if the file cannot be found, as in a jar that merges several modules.
     */
    static KnownProperties ofThisModule(ClassLoader classes) {
        KnownProperties known = new KnownProperties(classes);
        String path = ClassUtils.convertClassNameToResourcePath(KnownProperties.class.getName()) + ".class";
        URL here = KnownProperties.class.getResource(KnownProperties.class.getSimpleName() + ".class");
        String root = String.valueOf(here);
        try {
            if (here != null && root.endsWith(path)) {
                known.read(new URL(here, root.substring(0, root.length() - path.length()) + METADATA));
            }
        } catch (IOException e) {
            known.names.clear();
        }
        return known;
    }

    /** Reads the properties of all modules that a class loader finds. */
    public static KnownProperties of(ClassLoader classes) {
        KnownProperties known = new KnownProperties(classes);
        try {
            for (URL metadata : Collections.list(classes.getResources(METADATA))) {
                known.read(metadata);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + METADATA + " of the class path", e);
        }
        return known;
    }

    /** Returns all names, such as {@code rdma.end-port} or {@code rdma.servers.*.port}, in alphabetical order. */
    public List<String> names() {
        return List.copyOf(names);
    }

    boolean contains(ConfigurationPropertyName property) {
        return names.stream().anyMatch(name -> matches(name.split("\\."), property));
    }

    private static boolean matches(String[] pattern, ConfigurationPropertyName property) {
        int elements = property.getNumberOfElements();
        boolean open = pattern[pattern.length - 1].equals("**");
        int fixed = open ? pattern.length - 1 : pattern.length;
        if (elements < fixed) {
            return false;
        }
        for (int i = 0; i < fixed; i++) {
            String element = property.getElement(i, Form.UNIFORM);
            if (!pattern[i].equals("*") && !pattern[i].replace("-", "").equals(element)) {
                return false;
            }
        }
        return open || elements == fixed || property.isNumericIndex(fixed);
    }

    private void read(URL metadata) throws IOException {
        String text;
        try (InputStream content = metadata.openStream()) {
            text = new String(content.readAllBytes(), UTF_8);
        }
        if (!text.contains("\"rdma.")) {
            return;
        }
        // The built-in JSON parser of Spring Boot does not accept line breaks between the elements of a list.
        Object properties = JsonParserFactory.getJsonParser()
                .parseMap(text.replaceAll("\\R\\s*", ""))
                .getOrDefault("properties", List.of());
        for (Object property : (List<?>) properties) {
            Map<?, ?> described = (Map<?, ?>) property;
            String name = String.valueOf(described.get("name"));
            if (name.startsWith("rdma.")) {
                names.addAll(below(name, String.valueOf(described.get("type"))).toList());
            }
        }
    }

    private Stream<String> below(String name, String type) {
        if (!type.startsWith("java.util.Map<")) {
            return Stream.of(name);
        }
        Matcher value = VALUE_OF_MAP.matcher(type);
        if (value.matches() && ClassUtils.isPresent(value.group(1), classes)) {
            Class<?> entry = ClassUtils.resolveClassName(value.group(1), classes);
            if (entry.isRecord()) {
                return Stream.concat(Stream.of(name + ".*"), components(name + ".*", entry));
            }
        }
        return Stream.of(name + ".**");
    }

    private static Stream<String> components(String prefix, Class<?> type) {
        return Stream.of(type.getRecordComponents()).flatMap(component -> component(prefix, component));
    }

    private static Stream<String> component(String prefix, RecordComponent component) {
        String name = prefix + "." + DataObjectPropertyName.toDashedForm(component.getName());
        Type type = component.getGenericType();
        if (type instanceof ParameterizedType parameterized && Map.class.equals(parameterized.getRawType())) {
            return Stream.of(name + ".**");
        }
        return component.getType().isRecord() ? components(name, component.getType()) : Stream.of(name);
    }
}
