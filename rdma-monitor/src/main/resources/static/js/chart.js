// Draws counters of a port as rates per second. A gap in the samples is a gap in the line.
/* global uPlot */

const HEIGHT = 240;
const short = (value) => new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(value);
let plot = null;

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
    counters.forEach((counter, i) => rates[i].push(point.seconds > 0 ? (point.sums[counter] ?? 0) / point.seconds : 0));
    last = at;
  }
  return [times, ...rates];
}

/** Shows a series as it comes from /api/ports/…/history in an element, in place of the chart before. */
export function chart(parent, series, counters, from, to) {
  const data = columns(series, counters);
  const highest = Math.max(0, ...data.slice(1).flat().map((value) => value ?? 0));
  const lines = ['--accent', '--good', '--minor', '--critical'];
  const axis = { stroke: color('--muted'), grid: { stroke: color('--line'), width: 1 }, ticks: { stroke: color('--line') } };
  plot?.destroy();
  parent.replaceChildren();
  parent.setAttribute('role', 'img');
  parent.setAttribute('aria-label', `${counters.join(' and ')} per second, at most ${short(highest)}`);
  plot = new uPlot({
    width: Math.max(280, parent.clientWidth),
    height: HEIGHT,
    scales: { x: { range: [from / 1000, to / 1000] }, y: { range: [0, Math.max(highest * 1.05, 1e-9)] } },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    axes: [{ ...axis, values: (self, times) => times.map((seconds) => time(seconds, to - from)) }, { ...axis, size: 64, values: (self, values) => values.map((value) => `${short(value)}/s`) }],
    series: [{ label: 'UTC' }, ...counters.map((counter, i) => ({
      label: counter,
      stroke: color(lines[i % lines.length]),
      width: 1.5,
      dash: i % 2 ? [5, 3] : undefined,
      points: { show: data[0].length < 40 },
      value: (self, value) => (value === null || value === undefined ? '' : `${short(value)}/s`),
    }))],
  }, data, parent);
}

addEventListener('resize', () => {
  if (plot) {
    plot.setSize({ width: Math.max(280, plot.root.parentElement.clientWidth), height: HEIGHT });
  }
});
