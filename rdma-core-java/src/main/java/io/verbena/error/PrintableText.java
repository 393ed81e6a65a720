package io.verbena.error;

/** Makes text of others fit for a message or a terminal: what a device or another program says may be anything. */
public final class PrintableText {
    private PrintableText() {}

    /**
     * The text with another character for each that is none to be seen: a control character, which could do anything to a
     * terminal, the end of a line, which could feign another one, a format character, which could turn around what stands
     * behind it, and half of a surrogate pair.
     */
    public static String of(String text, char instead) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints()
                .map(character -> isPrintable(character) ? character : instead)
                .forEach(shown::appendCodePoint);
        return shown.toString();
    }

    /** The same of its first characters, and a … where there are more. */
    public static String of(String text, char instead, int most) {
        if (text.codePointCount(0, text.length()) <= most) {
            return of(text, instead);
        }
        return of(text.substring(0, text.offsetByCodePoints(0, most)), instead) + "…";
    }

    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
