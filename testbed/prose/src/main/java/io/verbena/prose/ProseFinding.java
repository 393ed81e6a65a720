package io.verbena.prose;

import java.nio.file.Path;

/**
 * A finding is a place in a file that reads wrong.
 *
 * @param file the file, relative to the root of the project
 * @param line the line, from 1
 * @param rule the name of the rule that was broken
 * @param text the words in question
 * @param sentence the sentence that contains them
 * @param advice what to write instead
 */
record ProseFinding(Path file, int line, String rule, String text, String sentence, String advice) {
    @Override
    public String toString() {
        return file + ":" + line + ": " + rule + ": \"" + text + "\" in \"" + sentence + "\": " + advice;
    }
}
