/**
 * What a provider gives: devices, and a channel for management datagrams on each end port. Providers are found by
 * {@link java.util.ServiceLoader}; users meet this package only when they write one.
 */
@NullMarked
package io.verbena.spi;

import org.jspecify.annotations.NullMarked;
