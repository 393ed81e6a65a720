/**
 * Asks the subnet administration, the directory that every subnet manager keeps. For now it resolves paths.
 */
@NullMarked
package io.verbena.sa;

import org.jspecify.annotations.NullMarked;
