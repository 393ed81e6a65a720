/**
 * Client of the subnet administration (IBA 15): typed queries of its records, paths, services, multicast groups and
 * notices. Registrations are renewed when the subnet manager changes.
 */
@NullMarked
package io.verbena.sa;

import org.jspecify.annotations.NullMarked;
