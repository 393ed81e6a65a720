package io.verbena.iba;

/** Marks an attribute that may be asked of the subnet administration as a table, so that the compiler refuses what the architecture does not allow. */
public interface SubnAdmGetTable {}
