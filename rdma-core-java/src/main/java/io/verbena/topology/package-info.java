/**
 * The topology of a subnet as people write it down: the text of ibnetdiscover, which ibsim reads too. It knows nothing of
 * datagrams; discovery writes it, and the embedded fabric is built from it.
 */
@NullMarked
package io.verbena.topology;

import org.jspecify.annotations.NullMarked;
