package io.verbena.shell.docs;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** The public classes of Verbena and their members, as documents name them: {@code io.verbena.verbs.Context#port}. */
final class JavaMembers {
    private static final String ROOT = "io/verbena/";

    private final Map<String, List<String>> classes;

    /** Those of the class path. */
    JavaMembers() throws IOException {
        Resource[] files = new PathMatchingResourcePatternResolver().getResources("classpath*:" + ROOT + "**/*.class");
        classes = Stream.of(files)
                .map(JavaMembers::className)
                .distinct()
                .collect(Collectors.groupingBy(name -> name.substring(name.lastIndexOf('.') + 1)));
    }

    private static String className(Resource file) {
        try {
            String url = file.getURL().toString();
            return url.substring(url.lastIndexOf(ROOT), url.length() - ".class".length())
                    .replace('/', '.');
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Returns the problem with the name of a class or a member, with or without its package; empty if the name is
     * valid.
     */
    Optional<String> problem(String name) {
        int mark = name.indexOf('#');
        String type = mark < 0 ? name : name.substring(0, mark);
        List<Class<?>> found = type.contains(".") && type.startsWith("io.verbena.")
                ? load(type).stream().collect(Collectors.toUnmodifiableList())
                : classes.getOrDefault(type.replace('.', '$'), List.of()).stream()
                        .flatMap(full -> load(full).stream())
                        .collect(Collectors.toUnmodifiableList());
        if (found.isEmpty()) {
            return Optional.of(name + ": there is no public class " + type);
        }
        String member = name.substring(mark + 1);
        return mark < 0 || found.stream().anyMatch(each -> has(each, member))
                ? Optional.empty()
                : Optional.of(name + ": " + type + " has no public member " + member);
    }

    private static Optional<Class<?>> load(String name) {
        try {
            Class<?> type = Class.forName(name, false, JavaMembers.class.getClassLoader());
            return Modifier.isPublic(type.getModifiers()) ? Optional.of(type) : Optional.empty();
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    /**
     * Whether a type has a public member with this name; with parentheses, a method whose parameters have these types, or
     * types of which these are subtypes in the same package.
     */
    private static boolean has(Class<?> type, String member) {
        if (member.contains("(")) {
            return Stream.of(type.getMethods()).anyMatch(method -> isMethod(method, member));
        }
        return Stream.of(type.getMethods()).map(Method::getName).anyMatch(member::equals)
                || Stream.of(type.getFields()).map(Field::getName).anyMatch(member::equals);
    }

    private static boolean isMethod(Method method, String member) {
        String list = member.substring(member.indexOf('(') + 1, member.length() - 1);
        String[] names = list.isEmpty() ? new String[0] : list.split(";", -1);
        Class<?>[] types = method.getParameterTypes();
        return member.startsWith(method.getName() + "(")
                && names.length == types.length
                && IntStream.range(0, names.length).allMatch(index -> isType(types[index], names[index]));
    }

    private static boolean isType(Class<?> type, String name) {
        return type.getSimpleName().equals(name)
                || load(type.getPackageName() + "." + name)
                        .filter(type::isAssignableFrom)
                        .isPresent();
    }
}
