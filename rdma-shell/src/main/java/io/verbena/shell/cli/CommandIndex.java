package io.verbena.shell.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which commands there are, and where each belongs. */
public interface CommandIndex {

    /** The group of the command with this name or alias; null if it is in none. */
    @Nullable CommandGroup group(String name);

    /** The names of the commands of a group, as help lists them. */
    List<String> names(CommandGroup group);

    /** The commands that whoever reads of this one may want to know, too: the others of its group. */
    default List<String> related(String name) {
        CommandGroup group = group(name);
        return group == null
                ? List.of()
                : names(group).stream().filter(other -> !other.equals(name)).toList();
    }
}
