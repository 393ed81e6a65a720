package io.verbena.beds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A test class that is tagged for a bed but not listed would never run. */
class SuiteListTest {
    private static final Pattern TEST_CLASS = Pattern.compile(".*/src/test/java/(.*)/([^/]+)\\.java");

    @ParameterizedTest
    @CsvSource({"ibsim, testbed/suites, 1", "rxe, testbed/uml/suites, 2", "siw, testbed/uml/suites, 2"})
    void everyTaggedClassIsListed(String tag, String list, int column) throws IOException {
        List<String> listed =
                Checkout.list(list).stream().map(columns -> columns[column]).toList();
        assertThat(listed).isNotEmpty();
        assertThat(classesTagged(tag))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(listed.contains(name)
                                || listed.contains(name.substring(0, name.lastIndexOf('.')) + ".*"))
                        .as("%s has the tag %s but is not in %s", name, tag, list)
                        .isTrue());
    }

    private static List<String> classesTagged(String tag) throws IOException {
        List<String> found = new ArrayList<>();
        // Other modules are built at the same time: what they write is not even listed.
        Files.walkFileTree(Checkout.ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return directory.endsWith("target") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                Matcher source = TEST_CLASS.matcher(file.toString());
                if (source.matches() && Checkout.lines(file).contains("@Tag(\"" + tag + "\")")) {
                    found.add(source.group(1).replace('/', '.') + "." + source.group(2));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }
}
