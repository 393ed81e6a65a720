package io.verbena.spring.boot.docs;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.util.ClassUtils;

/** Generates docs/properties.md from the metadata, and from the records of map entries, which the metadata does not describe. */
final class PropertiesReference {
    private static final Pattern VALUE_OF_MAP = Pattern.compile("java\\.util\\.Map<java\\.lang\\.String, ?([\\w.$]+)>");
    private static final Pattern GENERIC = Pattern.compile(".*<(.*)>");
    private static final String HEAD = """
            # Configuration properties

            All properties of the Spring Boot starter. A test generates this page from the configuration metadata, which editors also use for
            completion. [Spring Boot](spring.md) explains how to use them. `NAME` is a name that you choose.
            """;

    private final Path sources;
    private final StringBuilder text = new StringBuilder(HEAD);

    /** Creates the page with descriptions from the Javadoc of the records in {@code sources}. */
    PropertiesReference(Path sources) {
        this.sources = sources;
    }

    /** A row of a table. */
    private record Row(String name, String type, String unless, String description) {
        @Override
        public String toString() {
            return "| `" + name + "` | " + type + " | " + unless + " | " + description.replace("|", "\\|") + " |\n";
        }
    }

    String text(String metadata) throws IOException, ClassNotFoundException {
        // The built-in JSON parser of Spring Boot does not accept line breaks between the elements of a list.
        List<?> properties = (List<?>) JsonParserFactory.getJsonParser()
                .parseMap(metadata.replaceAll("\\R\\s*", ""))
                .getOrDefault("properties", List.of());
        List<Row> plain = new ArrayList<>();
        for (Object property : properties) {
            Map<?, ?> described = (Map<?, ?>) property;
            String name = String.valueOf(described.get("name"));
            String type = String.valueOf(described.get("type"));
            String description = String.valueOf(described.get("description"));
            Matcher map = VALUE_OF_MAP.matcher(type);
            if (map.matches()) {
                List<Row> rows = new ArrayList<>();
                entries(
                        name + ".NAME",
                        ClassUtils.forName(map.group(1), getClass().getClassLoader()),
                        rows);
                table("## `" + name + "`\n\n" + description, rows);
            } else {
                plain.add(new Row(name, type(type), unless(described.get("defaultValue")), description));
            }
        }
        int at = HEAD.length();
        String maps = text.substring(at);
        text.setLength(at);
        table("## General properties", plain);
        return text.append(maps).toString();
    }

    private void table(String title, List<Row> rows) {
        text.append('\n').append(title).append("\n\n| Property | Type | Default | Description |\n|---|---|---|---|\n");
        rows.forEach(text::append);
    }

    private void entries(String prefix, Class<?> type, List<Row> rows) throws IOException {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = prefix + "." + DataObjectPropertyName.toDashedForm(component.getName());
            if (component.getType().isRecord()) {
                entries(name, component.getType(), rows);
            } else {
                rows.add(
                        new Row(name, type(component.getGenericType()), unless(component), described(type, component)));
            }
        }
    }

    private static String unless(RecordComponent component) {
        return Arrays.stream(component.getDeclaringRecord().getDeclaredConstructors())
                .flatMap(constructor -> Arrays.stream(constructor.getParameters()))
                .filter(parameter -> parameter.getName().equals(component.getName()))
                .flatMap(parameter -> Stream.ofNullable(parameter.getAnnotation(DefaultValue.class)))
                .findFirst()
                .map(value -> unless((Object) String.join(", ", value.value())))
                .orElse("");
    }

    private static String unless(@Nullable Object value) {
        String shown = value instanceof Collection<?> values
                ? values.stream().map(String::valueOf).collect(Collectors.joining(", "))
                : String.valueOf(value == null ? "" : value);
        return shown.isEmpty() ? "" : "`" + shown + "`";
    }

    private static String type(Type type) {
        return type instanceof ParameterizedType generic
                ? several(type(generic.getActualTypeArguments()[0].getTypeName()))
                : type(type.getTypeName());
    }

    private static String several(String one) {
        return "list of " + one;
    }

    /** Returns the type in words, or the constants of an enumeration. */
    private static String type(String name) {
        Matcher generic = GENERIC.matcher(name);
        if (generic.matches()) {
            return several(type(generic.group(1)));
        }
        if (ClassUtils.isPresent(name, PropertiesReference.class.getClassLoader())) {
            Class<?> found = ClassUtils.resolveClassName(name, PropertiesReference.class.getClassLoader());
            if (found.isEnum()) {
                return Stream.of(found.getEnumConstants())
                        .map(constant -> "`"
                                + ((Enum<?>) constant)
                                        .name()
                                        .toLowerCase(Locale.ROOT)
                                        .replace('_', '-') + "`")
                        .collect(Collectors.joining(", "));
            }
        }
        return switch (name.substring(name.lastIndexOf('.') + 1).replace("$", ".")) {
            case "int", "Integer", "long", "Long" -> "number";
            case "boolean", "Boolean" -> "`true` or `false`";
            case "String" -> "text";
            case "Duration" -> "duration, such as `500ms`";
            case "DataSize" -> "size, such as `64KB`";
            case "Path" -> "file";
            case "ManagementKey" -> "key";
            default -> throw new AssertionError("say in words what a " + name + " is");
        };
    }

    /** Returns the description of a component from the Javadoc of its record. */
    private String described(Class<?> record, RecordComponent component) throws IOException {
        String outer = record.getName().replaceAll("\\$.*", "").replace('.', '/');
        String source = Files.readString(sources.resolve(outer + ".java"));
        int end = source.indexOf("record " + record.getSimpleName() + "(");
        String javadoc = source.substring(source.lastIndexOf("/**", end), end);
        Matcher found = Pattern.compile("@param " + component.getName() + "\\s+(.*?)(?=\\* @|\\*/)", Pattern.DOTALL)
                .matcher(javadoc);
        if (!found.find()) {
            throw new AssertionError(record + " does not say what " + component.getName() + " is");
        }
        return found.group(1).replaceAll("\\s*\\R\\s*\\*\\s*", " ").strip();
    }
}
