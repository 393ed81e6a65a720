// Draws counters as rates per second. A gap in the samples is a gap in the line.
/* global uPlot */
import { compact, isData, label, metric } from './format.js';

const HEIGHT = 220;
const BITS_PER_WORD = 32;
const LINES = ['--accent', '--good', '--minor', '--critical'];

/** The chart of each element, and what it was drawn from. */
const charts = new Map();

/** Returns the present value of a color, which depends on the scheme of the page. */
export function color(name) {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

/** Returns the hour and minute, or the day if the range is long. */
function time(seconds, range) {
  const text = new Date(seconds * 1000).toISOString();
  return range > 2 * 86400000 ? text.slice(5, 10) : text.slice(11, 16);
}

/** Returns columns for the chart: times in seconds, and a rate per counter; null where samples are missing. */
export function columns(series, counters) {
  const times = [];
  const rates = counters.map(() => []);
  let last = null;
  for (const point of series.points) {
    const at = Date.parse(point.at) / 1000;
    if (last !== null && at - last > Math.max(series.stepMillis / 1000, point.seconds) * 2.5) {
      times.push((at + last) / 2);
      rates.forEach((column) => column.push(null));
    }
    times.push(at);
    counters.forEach((counter, i) => {
      const sum = (point.sums[counter] ?? 0) * (isData(counter) ? BITS_PER_WORD : 1);
      rates[i].push(point.seconds > 0 ? sum / point.seconds : 0);
    });
    last = at;
  }
  return [times, ...rates];
}

/** Shows a series as it comes from /api/…/history in an element, in place of the chart before. Data is shown in bits per second. */
export function chart(parent, series, counters, from, to) {
  const data = columns(series, counters);
  const highest = Math.max(0, ...data.slice(1).map((column) => column.reduce((one, other) => Math.max(one, other ?? 0), 0)));
  const rate = counters.every(isData) ? (value) => metric(value, 'b/s') : (value) => `${compact(value)}/s`;
  const axis = { stroke: color('--muted'), grid: { stroke: color('--line'), width: 1 }, ticks: { stroke: color('--line') } };
  charts.get(parent)?.plot.destroy();
  parent.replaceChildren();
  parent.setAttribute('role', 'img');
  parent.setAttribute('aria-label', `Chart of ${counters.map(label).join(' and ')}, at most ${rate(highest)}`);
  const plot = new uPlot({
    width: Math.max(240, parent.clientWidth),
    height: HEIGHT,
    scales: { x: { range: [from / 1000, to / 1000] }, y: { range: [0, highest > 0 ? highest * 1.05 : 1] } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    axes: [{ ...axis, values: (self, times) => times.map((seconds) => time(seconds, to - from)) },
      { ...axis, size: 76, values: (self, values) => values.map(rate) }],
    series: [{ label: 'UTC', value: (self, seconds) => (seconds ? new Date(seconds * 1000).toISOString().slice(5, 19).replace('T', ' ') : '–') },
      ...counters.map((counter, i) => ({
        label: label(counter),
        stroke: color(LINES[i % LINES.length]),
        width: 1.5,
        dash: i % 2 ? [5, 3] : undefined,
        points: { show: data[0].length < 40 },
        value: (self, value) => (value === null || value === undefined ? '–' : rate(value)),
      }))],
  }, data, parent);
  charts.set(parent, { plot, redraw: () => chart(parent, series, counters, from, to) });
}

/** Calls a function for each chart that is in the page, and forgets the others. */
function each(action) {
  for (const [parent, entry] of [...charts]) {
    if (parent.isConnected) {
      action(entry, parent);
    } else {
      entry.plot.destroy();
      charts.delete(parent);
    }
  }
}

addEventListener('resize', () => each(({ plot }, parent) => plot.setSize({ width: Math.max(240, parent.clientWidth), height: HEIGHT })));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => each(({ redraw }) => redraw()));
