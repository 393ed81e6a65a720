/**
 * The interface of providers: devices, and a channel for management datagrams on each end port. {@link
 * java.util.ServiceLoader} finds providers. Only authors of providers need this package.
 */
@NullMarked
package io.verbena.spi;

import org.jspecify.annotations.NullMarked;
