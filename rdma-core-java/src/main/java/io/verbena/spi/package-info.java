/**
 * The interface of providers: devices, and a channel for management datagrams on each end port. {@link
 * java.util.ServiceLoader} finds providers. Only authors of providers need this package.
 */
@API(status = Status.EXPERIMENTAL, since = "0.1.0")
@NullMarked
package io.verbena.spi;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.NullMarked;
