package io.verbena.iba;

/** Marks an attribute that may be written by SubnSet, so that the compiler refuses what the architecture does not allow. */
public interface SubnSet {}
