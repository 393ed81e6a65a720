package io.verbena.prose;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks the prose of a project. From the root of the project, {@code main} prints the findings in the files and
 * directories that its arguments name (default: everything that is not pending). With {@code --pending}, it removes the
 * entries without findings from {@code pending.txt} instead.
 */
final class Prose {
    private static final List<String> IGNORED_DIRECTORIES = List.of("target", "node_modules");
    private static final String PENDING = "pending.txt";

    private final Path root;
    private final Terms terms = new Terms(rules("terms.txt"));
    private final List<String> words = rules("words.txt");
    private final List<String> disabledRules = rules("disabled-rules.txt");
    private final CheckedPassages checked = new CheckedPassages(words, disabledRules);
    private final ThreadLocal<Grammar> grammar = ThreadLocal.withInitial(() -> new Grammar(words, disabledRules));
    private final Set<Path> pending = rules(PENDING).stream().map(Path::of).collect(Collectors.toUnmodifiableSet());

    /**
     * Creates a checker.
     *
     * @param root the root of the project
     */
    Prose(Path root) {
        this.root = root;
    }

    /** Prints findings, and exits with 1 if there are any. */
    public static void main(String[] arguments) throws IOException {
        Prose prose = new Prose(Path.of(""));
        if (List.of(arguments).equals(List.of("--pending"))) {
            Path list = Path.of("testbed/prose/src/main/resources/io/verbena/prose", PENDING);
            Set<String> clean =
                    prose.cleanPending().stream().map(Path::toString).collect(Collectors.toSet());
            List<String> lines = Files.readAllLines(list);
            Files.write(
                    list, lines.stream().filter(line -> !clean.contains(line)).toList());
            clean.forEach(path -> System.out.println("no longer pending: " + path));
            System.exit(0);
        }
        List<Path> scopes = Stream.of(arguments).map(Path::of).toList();
        List<ProseFinding> findings = prose.check(prose.files(file ->
                scopes.isEmpty() ? !prose.isPending(file) : scopes.stream().anyMatch(file::startsWith)));
        findings.forEach(System.out::println);
        System.exit(findings.isEmpty() ? 0 : 1);
    }

    /** Reads a file of rules: a rule per line; empty lines and lines that start with {@code #} are ignored. */
    static List<String> rules(String name) {
        try (InputStream stream = Objects.requireNonNull(Prose.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the files that hold prose and are in scope, sorted, relative to the root. */
    List<Path> files(Predicate<Path> scope) {
        List<Path> found = new ArrayList<>();
        try {
            // Other modules are built at the same time: what they write is not even listed.
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    return isIgnored(root.relativize(directory))
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile()) {
                        found.add(root.relativize(file));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found.stream()
                .filter(file -> !isIgnored(file) && reader(file) != null && scope.test(file))
                .sorted(Comparator.comparing(Path::toString))
                .toList();
    }

    private static boolean isIgnored(Path file) {
        for (Path name : file) {
            if (IGNORED_DIRECTORIES.contains(name.toString()) || name.toString().startsWith(".")) {
                return true;
            }
        }
        // Its tests hold planted errors.
        return file.startsWith("testbed/prose");
    }

    private interface Reader {
        List<Passage> passages(Path file, String content);
    }

    private static @Nullable Reader reader(Path file) {
        String name = Objects.requireNonNull(file.getFileName()).toString();
        if (name.endsWith(".md")) {
            return MarkdownPassages::of;
        }
        if (name.endsWith(".java")) {
            return JavaPassages::of;
        }
        boolean isDescribed = name.equals("pom.xml") || name.endsWith("spring-configuration-metadata.json");
        return isDescribed ? DescriptionPassages::of : null;
    }

    /** Returns the files and directories whose prose is not checked yet. */
    Set<Path> pending() {
        return pending;
    }

    /** Returns whether a file or its directory is pending; directories below a pending directory are not. */
    boolean isPending(Path file) {
        return pending.contains(file) || (file.getParent() != null && pending.contains(file.getParent()));
    }

    /** Returns the pending entries in which there is nothing left to find. */
    List<Path> cleanPending() {
        List<Path> files = files(this::isPending);
        return forEach(
                List.copyOf(pending),
                entry -> files.stream()
                                .filter(file -> file.equals(entry) || entry.equals(file.getParent()))
                                .anyMatch(file -> !isClean(passages(file)))
                        ? List.<Path>of()
                        : List.of(entry));
    }

    /** Returns the findings in files, in their order. */
    List<ProseFinding> check(List<Path> files) {
        return forEach(files, file -> findings(passages(file)));
    }

    private <T, R> List<R> forEach(List<T> inputs, Function<T, List<R>> function) {
        int threads = Math.min(2, Runtime.getRuntime().availableProcessors());
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<List<R>>> futures = inputs.stream()
                    .map(input -> executor.submit(() -> function.apply(input)))
                    .toList();
            List<R> results = new ArrayList<>();
            for (Future<List<R>> future : futures) {
                results.addAll(future.get(10, TimeUnit.MINUTES));
            }
            checked.save();
            return results;
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("cannot check " + inputs.size() + " files", e);
        } finally {
            executor.shutdownNow();
        }
    }

    private List<Passage> passages(Path file) {
        try {
            String content = Files.readString(root.resolve(file));
            return Objects.requireNonNull(reader(file), "no prose in " + file).passages(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<ProseFinding> findings(List<Passage> passages) {
        List<ProseFinding> findings = new ArrayList<>();
        for (Passage passage : passages) {
            findings.addAll(terms.check(passage));
            findings.addAll(checkGrammar(passage));
        }
        return findings;
    }

    private boolean isClean(List<Passage> passages) {
        return passages.stream().allMatch(passage -> terms.check(passage).isEmpty())
                && passages.stream().allMatch(passage -> checkGrammar(passage).isEmpty());
    }

    /** Messages are patterns and parts of sentences, which have no grammar of their own. */
    private List<ProseFinding> checkGrammar(Passage passage) {
        if (passage.kind() == Passage.Kind.MESSAGE || checked.contains(passage)) {
            return List.of();
        }
        List<ProseFinding> findings = grammar.get().check(passage);
        if (findings.isEmpty()) {
            checked.add(passage);
        }
        return findings;
    }
}
