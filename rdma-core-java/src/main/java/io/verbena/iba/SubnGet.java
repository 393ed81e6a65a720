package io.verbena.iba;

/** Marks an attribute that may be read by SubnGet, so that the compiler refuses what the architecture does not allow. */
public interface SubnGet {}
