// Histories of ports and nodes: charts of counters, and what symbol errors say about the bit error rate.
import { chart } from './chart.js';
import { read, setText } from './dom.js';
import { label } from './format.js';
import { range, rangeParameters, route } from './route.js';

/** Counters that are shown together: what is sent and what is received. */
const PAIRS = ['data', 'packets'].flatMap((what) => ['', 'unicast_', 'multicast_']
  .map((kind) => [`${kind}xmit_${what}`, `${kind}rcv_${what}`]));

/** Draws the selected counter of a port or a node, whose path is "ports/GUID/PORT" or "nodes/GUID", and notes what is drawn. */
export async function showHistory(figure, note, path) {
  const { counter } = route();
  const counters = PAIRS.find((pair) => pair.includes(counter)) ?? [counter];
  const [from, to] = range();
  const series = await read(`/api/${path}/history`, { counters: counters.join(), ...rangeParameters() });
  if (figure.isConnected && route().counter === counter) {
    setText(note, `${counters.map(label).join(' (line) and ')}${counters.length > 1 ? ' (dashed)' : ''} `
      + `per second, from ${series.source}, ${series.points.length} points`);
    chart(figure, series, counters, from, to);
  }
}

/** Says what the symbol errors that a port received in the range tell about the bit error rate of the link at its rate. */
export async function showBitErrors(element, path, bitsPerSecond) {
  const found = await read(`/api/${path}/ber`, { ...rangeParameters(), bitsPerSecond });
  if (!found) {
    setText(element, 'Bit error rate: unknown, because the link is down or has no samples in this time.');
    return;
  }
  const told = found.upper < found.limit ? 'better than' : found.lower > found.limit ? 'worse than' : 'not known to differ from';
  setText(element, `Bit error rate: ${found.lower.toExponential(1)} to ${found.upper.toExponential(1)} (95 %), from ${found.errors} `
    + `symbol errors; ${told} ${found.limit}, which takes ${found.secondsToTell} s without errors to tell.`);
}
