// Draws up to two series as rates per second. A gap in the samples is a gap in the line.

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 64;
const BOTTOM = 24;
const SPACE = 'http://www.w3.org/2000/svg';

function shape(name, attributes, text) {
  const element = document.createElementNS(SPACE, name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  if (text !== undefined) {
    element.textContent = text;
  }
  return element;
}

const short = (value) => new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(value);

/** Returns a chart of the counters of a series as they come from /api/ports/…/history. */
export function chart(series, counters, from, to) {
  const points = series.points.map((point) => ({ at: Date.parse(point.at), seconds: point.seconds, sums: point.sums }));
  const rate = (point, counter) => (point.seconds > 0 ? point.sums[counter] / point.seconds : 0);
  const highest = Math.max(1e-9, ...points.flatMap((point) => counters.map((counter) => rate(point, counter))));
  const x = (at) => LEFT + ((at - from) / (to - from)) * (WIDTH - LEFT - 8);
  const y = (value) => 10 + (1 - value / highest) * (HEIGHT - BOTTOM - 10);
  const svg = shape('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img',
    'aria-label': `${counters.join(' and ')} per second, at most ${short(highest)}` });
  for (const part of [0, 0.5, 1]) {
    const line = y(highest * part);
    svg.append(shape('line', { x1: LEFT, x2: WIDTH - 8, y1: line, y2: line, class: 'axis' }));
    svg.append(shape('text', { x: LEFT - 6, y: line + 4, 'text-anchor': 'end' }, `${short(highest * part)}/s`));
  }
  for (const part of [0, 0.5, 1]) {
    const at = from + (to - from) * part;
    svg.append(shape('text', { x: x(at), y: HEIGHT - 6, 'text-anchor': ['start', 'middle', 'end'][part * 2] },
      new Date(at).toISOString().slice(5, 16).replace('T', ' ')));
  }
  counters.forEach((counter, index) => {
    let path = '';
    let last = null;
    for (const point of points) {
      const gap = last === null || point.at - last > Math.max(series.stepMillis, point.seconds * 1000) * 2.5;
      path += `${gap ? 'M' : 'L'}${x(point.at).toFixed(1)},${y(rate(point, counter)).toFixed(1)}`;
      last = point.at;
    }
    svg.append(shape('path', { d: path || 'M0,0', class: index === 0 ? 'first' : 'second' }));
  });
  return svg;
}
