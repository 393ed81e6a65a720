package io.verbena.prose;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.languagetool.JLanguageTool;

/**
 * A cache of the passages in which LanguageTool found no error. It lies in {@code ~/.cache/verbena/prose} (or below
 * {@code XDG_CACHE_HOME}), so that a build checks only what has changed.
 *
 * <p>Each set of rules has a file, which starts with these rules. A new word or a disabled rule can only remove findings, so
 * passages that passed with fewer of them need no second check.
 */
final class CheckedPassages {
    private static final Duration RETENTION = Duration.ofDays(30);
    private static final String RULE = "rule ";
    /** The name of LanguageTool's JAR. */
    private static final String VERSION = JLanguageTool.class
            .getProtectionDomain()
            .getCodeSource()
            .getLocation()
            .getPath()
            .replaceFirst(".*/", "");

    private final Path directory;
    private final Path file;
    private final Set<String> rules = new TreeSet<>();
    private final Set<String> hashes = new ConcurrentSkipListSet<>();

    CheckedPassages(List<String> words, List<String> disabledRules) {
        String cache = System.getenv("XDG_CACHE_HOME");
        directory = (cache == null || cache.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(cache))
                .resolve("verbena/prose");
        words.forEach(word -> rules.add(RULE + "accept " + word));
        disabledRules.forEach(rule -> rules.add(RULE + "disable " + rule));
        file = directory.resolve(VERSION + "-" + hash(String.join("\n", rules)));
        try {
            load();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void load() throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> entries = Files.list(directory)) {
            files = entries.filter(Files::isRegularFile).toList();
        }
        Instant oldest = Instant.now().minus(RETENTION);
        for (Path entry : files) {
            try {
                load(entry, oldest);
            } catch (NoSuchFileException e) {
                // Another build has renamed or removed it since.
            }
        }
        hashes.removeAll(rules);
    }

    private void load(Path entry, Instant oldest) throws IOException {
        if (Files.getLastModifiedTime(entry).compareTo(FileTime.from(oldest)) < 0) {
            Files.deleteIfExists(entry);
        } else if (String.valueOf(entry.getFileName()).startsWith(VERSION + "-")) {
            Set<String> lines = new HashSet<>(Files.readAllLines(entry));
            if (lines.stream().allMatch(line -> !line.startsWith(RULE) || rules.contains(line))) {
                hashes.addAll(lines);
            }
        }
    }

    boolean contains(Passage passage) {
        return hashes.contains(hash(passage.plain()));
    }

    void add(Passage passage) {
        hashes.add(hash(passage.plain()));
    }

    /** Writes the cache. The file appears whole, so builds may run at the same time. */
    void save() {
        try {
            Files.createDirectories(directory);
            Path whole = Files.createTempFile(directory, "checked", ".tmp");
            Set<String> lines = new TreeSet<>(hashes);
            lines.addAll(rules);
            Files.write(whole, lines);
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
