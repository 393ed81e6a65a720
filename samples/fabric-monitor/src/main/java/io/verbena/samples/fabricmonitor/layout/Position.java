package io.verbena.samples.fabricmonitor.layout;

/**
 * Where something is drawn.
 *
 * @param x to the right
 * @param y downwards
 */
public record Position(double x, double y) {}
