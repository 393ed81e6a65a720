/** What is not the same in two subnets, or in one at two times: as values, and in the text of ibnetdiscover. */
@NullMarked
package io.verbena.subnet.diff;

import org.jspecify.annotations.NullMarked;
