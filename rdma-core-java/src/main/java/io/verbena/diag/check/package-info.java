/**
 * Checks of a subnet: what was looked at, and what is not as it should be. Who is looked at comes from a discovery or a file;
 * what is found, each agent is asked for, by LID.
 */
@NullMarked
package io.verbena.diag.check;

import org.jspecify.annotations.NullMarked;
