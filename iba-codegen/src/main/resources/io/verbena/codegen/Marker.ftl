package io.verbena.iba;

/** Marks an attribute that ${method} may carry, so that invalid combinations do not compile. */
public interface ${method} {}
