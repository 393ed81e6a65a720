package io.verbena.beds;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The outcome of one test, as the XML report of a suite states it.
 *
 * @param className binary name of the class
 * @param method name of the method, with the number of its invocation
 * @param failure message and stack trace of the failure, or null
 * @param skipped whether an assumption failed or the test is disabled
 * @param reason why the test was skipped
 */
record TestReport(String className, String method, @Nullable String failure, boolean skipped, String reason) {

    /** Reads the reports in a directory; a suite that broke down before it wrote any has none. */
    static List<TestReport> read(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            List<TestReport> reports = new ArrayList<>();
            for (Path file : files.filter(path -> path.getFileName().toString().matches("TEST-.*\\.xml"))
                    .sorted()
                    .toList()) {
                NodeList cases = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(file.toFile())
                        .getElementsByTagName("testcase");
                for (int i = 0; i < cases.getLength(); i++) {
                    reports.add(of((Element) cases.item(i)));
                }
            }
            return reports;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SAXException | ParserConfigurationException e) {
            throw new IllegalStateException("cannot read the reports in " + directory + ": " + e.getMessage(), e);
        }
    }

    private static TestReport of(Element test) {
        Element failure = child(test, "failure", "error");
        Element skipped = child(test, "skipped");
        return new TestReport(
                test.getAttribute("classname"),
                test.getAttribute("name"),
                failure == null ? null : failure.getAttribute("message") + "\n" + failure.getTextContent(),
                skipped != null,
                skipped == null ? "" : firstLine(skipped.getAttribute("message") + skipped.getTextContent()));
    }

    private static @Nullable Element child(Element parent, String... names) {
        for (String name : names) {
            if (parent.getElementsByTagName(name).item(0) instanceof Element element) {
                return element;
            }
        }
        return null;
    }

    private static String firstLine(String text) {
        return text.strip().lines().findFirst().orElse("no reason given");
    }

    String name() {
        return className + "." + method;
    }

    boolean failed() {
        return failure != null;
    }

    String failureLine() {
        return failure == null ? "" : firstLine(failure);
    }

    /** Ends as the test did in the suite. */
    void replay(String suite) {
        if (failure != null) {
            throw new AssertionError(name() + " in " + suite + ": " + failure);
        }
        if (skipped) {
            throw new TestAbortedException(reason);
        }
    }
}
