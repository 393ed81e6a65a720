package io.verbena.diag;

import io.verbena.diag.OpenIb.DatagramText;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A processor of a host as {@code ibsysstat} reports it.
 *
 * @param number the number, from 0
 * @param model the name of the model
 * @param megahertz the clock frequency; 0 if it is unknown
 */
public record Processor(int number, String model, double megahertz) {
    // ibsysstat keeps the blanks that the kernel puts before the values.
    private static final Pattern LINE = Pattern.compile("cpu (\\d{1,9}): model (.*) MHZ +([0-9.]{1,20})");

    /** Encodes as many processors as fit in a datagram, one per line. */
    static String write(List<Processor> processors) {
        StringBuilder text = new StringBuilder();
        for (Processor processor : processors) {
            String line = String.format(
                    Locale.ROOT, "cpu %d: model %s MHZ %.3f\n", processor.number, processor.model, processor.megahertz);
            if (text.length() + line.length() >= DatagramText.LONGEST) {
                break;
            }
            text.append(line);
        }
        return text.toString();
    }

    /** Parses the lines of processors; ignores truncated and other lines. */
    static List<Processor> read(String text) {
        return text.lines()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .map(line -> new Processor(
                        Integer.parseInt(line.group(1)), line.group(2).strip(), figure(line.group(3))))
                .collect(Collectors.toUnmodifiableList());
    }

    private static double figure(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
