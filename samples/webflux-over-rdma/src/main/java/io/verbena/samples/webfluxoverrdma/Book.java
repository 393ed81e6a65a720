package io.verbena.samples.webfluxoverrdma;

/** A book of the catalog. */
record Book(String title, int year) {}
