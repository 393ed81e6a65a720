// Writes times, rates and counts for readers.

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P'];

/** Returns an instant as a date and a time in UTC. */
export const clock = (instant) => instant.replace('T', ' ').replace(/(\.\d+)?Z$/, '');

export const count = (value) => value.toLocaleString('en');

export const compact = (value) => short.format(value);

/** Returns a value with a decimal prefix and three digits, such as 1.25 Gb/s. */
export function metric(value, unit) {
  const step = value >= 1 ? Math.min(PREFIXES.length - 1, Math.floor(Math.log10(value) / 3)) : 0;
  const scaled = value / 1000 ** step;
  return `${scaled >= 100 || Number.isInteger(scaled) ? Math.round(scaled) : Number(scaled.toPrecision(3))} ${PREFIXES[step]}${unit}`;
}

/** Returns the width and the speed of a link; "down" if it has none. */
export const speed = ({ lanes, speed: name }) => (lanes ? `${lanes}x ${name}` : 'down');

/** Data is counted in words of four octets. */
export const isData = (counter) => counter === 'xmit_data' || counter === 'rcv_data';

/** Returns the sum of a counter. */
export const total = (counter, sum) => (isData(counter) ? metric(sum * 4, 'B') : count(sum));

/** Returns the name of a counter for readers. */
export const label = (counter) => counter.replaceAll('_', ' ');

/** Returns the value of an input of a time in UTC as an instant. */
export const instant = (input) => `${input.value.length === 16 ? `${input.value}:00` : input.value}Z`;
