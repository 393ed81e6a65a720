package io.verbena.shell.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists the commands and their groups. */
public interface CommandIndex {

    /** Returns the group of the command with this name or alias; null if it has none. */
    @Nullable CommandGroup group(String name);

    /** Returns the names of the commands of a group in the order in which help lists them. */
    List<String> names(CommandGroup group);

    /** Returns the commands that the help of this command refers to: the other commands of its group. */
    default List<String> related(String name) {
        CommandGroup group = group(name);
        return group == null
                ? List.of()
                : names(group).stream().filter(other -> !other.equals(name)).toList();
    }
}
