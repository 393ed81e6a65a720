package io.verbena.diag;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A processor of a host, as {@code ibsysstat} tells it.
 *
 * @param number its number, from 0
 * @param model what it is
 * @param megahertz its clock; 0 where the host does not know
 */
public record Processor(int number, String model, double megahertz) {
    // ibsysstat leaves the blanks in that the kernel has in front of its values.
    private static final Pattern LINE = Pattern.compile("cpu (\\d{1,9}): model (.*) MHZ +([0-9.]{1,20})");

    /** One line for each, as many whole ones as a datagram holds. */
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

    /** The processors in such lines; what is cut off, or none, is passed over. */
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
