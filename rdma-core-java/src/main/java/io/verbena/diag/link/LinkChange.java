package io.verbena.diag.link;

import org.jspecify.annotations.Nullable;

/**
 * A link that is not the same as before.
 *
 * @param before as it was; null if its port was not there
 * @param after as it is; null if its port is gone
 */
public record LinkChange(
        @Nullable LinkReport before, @Nullable LinkReport after) {}
