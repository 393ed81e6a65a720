/** What holds for every answer over HTTP: what a page may load, and who may press buttons. */
@NullMarked
package io.verbena.samples.fabricmonitor.web;

import org.jspecify.annotations.NullMarked;
