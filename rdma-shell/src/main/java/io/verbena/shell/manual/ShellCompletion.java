package io.verbena.shell.manual;

import picocli.AutoComplete;
import picocli.CommandLine;

/** The shells for which completion scripts are generated. */
public enum ShellCompletion {
    /** Bash. The script also runs in zsh with {@code bashcompinit}. */
    bash {
        @Override
        public String script(CommandLine root) {
            return AutoComplete.bash("verbena", root);
        }
    },
    /** Zsh, with descriptions of the completions. */
    zsh {
        @Override
        public String script(CommandLine root) {
            return ZshCompletion.of(root);
        }
    };

    /**
     * Returns the completion script.
     *
     * @param root the root with all commands
     */
    public abstract String script(CommandLine root);
}
