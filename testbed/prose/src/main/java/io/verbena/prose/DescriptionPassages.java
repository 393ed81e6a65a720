package io.verbena.prose;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the descriptions in the metadata of Spring Boot's configuration properties and in POMs. */
final class DescriptionPassages {
    private static final Pattern DESCRIPTION =
            Pattern.compile("\"description\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"|<description>([^<]*)</description>");

    private DescriptionPassages() {}

    static List<Passage> of(Path file, String content) {
        List<Passage> passages = new ArrayList<>();
        Matcher description = DESCRIPTION.matcher(content);
        while (description.find()) {
            int group = description.group(1) == null ? 2 : 1;
            Passage.Builder builder = new Passage.Builder(file, content);
            builder.text(description.start(group), description.end(group));
            if (!builder.isEmpty()) {
                passages.add(builder.build(Passage.Kind.DESCRIPTION));
            }
        }
        return passages;
    }
}
