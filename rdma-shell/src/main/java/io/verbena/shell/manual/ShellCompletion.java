package io.verbena.shell.manual;

import picocli.AutoComplete;
import picocli.CommandLine;

/** Shells that complete what is typed behind {@code verbena}. */
public enum ShellCompletion {
    /** The script also runs in zsh, with {@code bashcompinit}. */
    bash {
        @Override
        public String script(CommandLine root) {
            return AutoComplete.bash("verbena", root);
        }
    },
    /** With a description for each thing it offers. */
    zsh {
        @Override
        public String script(CommandLine root) {
            return ZshCompletion.of(root);
        }
    };

    /**
     * What the shell is to read.
     *
     * @param root with all commands
     */
    public abstract String script(CommandLine root);
}
