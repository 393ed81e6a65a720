/**
 * Serves an embedded fabric to programs in C by the protocol of ibsim's clients, so that infiniband-diags, opensm and
 * other users of libibumad run on it unchanged. {@link io.verbena.embedded.service.FabricService} is the entry point.
 */
@API(status = Status.EXPERIMENTAL, since = "0.1.0")
@NullMarked
package io.verbena.embedded.service;

import org.apiguardian.api.API;
import org.apiguardian.api.API.Status;
import org.jspecify.annotations.NullMarked;
