/**
 * What verbs speak of: the types, states, flags, results and attributes of a host channel adapter, in the terms of IBA
 * chapters 10 and 11. Values only; what is done with them is in {@code io.verbena.verbs}.
 */
@NullMarked
package io.verbena.hca;

import org.jspecify.annotations.NullMarked;
