/** Named end ports of the configuration, and clients that send management datagrams from them. */
@NullMarked
package io.verbena.spring.boot.endport;

import org.jspecify.annotations.NullMarked;
