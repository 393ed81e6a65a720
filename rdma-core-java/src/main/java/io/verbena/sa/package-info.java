/**
 * Asks the subnet administration, the directory that every subnet manager keeps: records by typed queries, paths, services,
 * multicast groups and notices. What stays, such as a membership, is renewed when the subnet manager changes.
 */
@NullMarked
package io.verbena.sa;

import org.jspecify.annotations.NullMarked;
