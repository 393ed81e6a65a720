/** What connections, buffers, servers and channels do on every provider that connects by addresses. */
@NullMarked
package io.verbena.contract.connection;

import org.jspecify.annotations.NullMarked;
