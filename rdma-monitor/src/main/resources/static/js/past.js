// The topology at a time, its replay, and the comparison of two times.
import { byId, clock, make, read } from './dom.js';
import { fabricMap } from './map.js';

const ROWS = 200;
const REPLAY_MILLIS = 500;
const STEPS = 40;
const LONGEST_MILLIS = 799 * 86400000;

/** Returns the links of a topology by their text, with the speed. */
function links(nodes) {
  const found = new Map();
  for (const node of nodes) {
    for (const port of node.ports) {
      const peer = port.peer && `${port.peer.node}/${port.peer.port}`;
      const own = `${node.guid}/${port.number}`;
      if (peer && own < peer) {
        found.set(`${own} - ${peer}`, `${port.lanes}x ${port.speed}`);
      }
    }
  }
  return found;
}

/** Returns what differs between two lists of nodes: an array of [kind, text, GUID]. */
export function differences(before, after) {
  const old = new Map(before.map((node) => [node.guid, node]));
  const now = new Map(after.map((node) => [node.guid, node]));
  const oldLinks = links(before);
  const nowLinks = links(after);
  const name = (link) => link.split(' - ').map((end) => {
    const [guid, port] = end.split('/');
    return `${(now.get(guid) ?? old.get(guid))?.name ?? guid} port ${port}`;
  }).join(' to ');
  const found = [];
  before.filter((node) => !now.has(node.guid)).forEach((node) => found.push(['node lost', node.name, node.guid]));
  after.filter((node) => !old.has(node.guid)).forEach((node) => found.push(['node found', node.name, node.guid]));
  after.filter((node) => old.has(node.guid) && old.get(node.guid).name !== node.name)
    .forEach((node) => found.push(['renamed', `${old.get(node.guid).name} is ${node.name}`, node.guid]));
  for (const [link, speed] of oldLinks) {
    if (!nowLinks.has(link)) {
      found.push(['link lost', name(link), link.split('/')[0]]);
    } else if (nowLinks.get(link) !== speed) {
      found.push(['speed', `${name(link)}: ${speed}, then ${nowLinks.get(link)}`, link.split('/')[0]]);
    }
  }
  [...nowLinks.keys()].filter((link) => !oldLinks.has(link)).forEach((link) => found.push(['link found', name(link), link.split('/')[0]]));
  return found;
}

const instant = (input) => `${input.value.length === 16 ? `${input.value}:00` : input.value}Z`;

/** Connects the controls; the functions return the parameters of a request, and the range in milliseconds. */
export function past(parameters, range, run) {
  let changes = [];
  let begin = 0;
  let shown = null;
  let player = null;
  const map = fabricMap(byId('map'), (node) => {
    byId('topology-note').textContent = `${node.name} (${node.type}, ${node.guid}), ${node.ports.filter((port) => port.peer).length} links`;
  });

  /** Shows a topology with the load and the errors of a time; without one, of the present. */
  async function show(found, time, marks) {
    const nodes = found.topology.nodes;
    shown = found;
    const load = await read('/api/load', { ...(time ? { at: time } : {}), ...parameters() });
    const failing = load.ports.filter((port) => port.errors > 0);
    map.show(nodes, marks ?? new Map(failing.map((port) => [port.node, '--minor'])),
      new Map(load.ports.map((port) => [`${port.node}/${port.port}`, port.bitsPerSecond])));
    byId('topology-note').textContent = `${nodes.length} nodes, unchanged since ${clock(found.since)}. `
      + `${failing.length} ports with errors in the sweep or interval of ${clock(load.at)}`;
    byId('nodes').replaceChildren(...nodes.slice(0, ROWS).map((node) => make('tr', {},
      make('td', {}, node.name), make('td', {}, node.type), make('td', {}, node.guid),
      make('td', { class: 'number' }, String(node.ports.filter((port) => port.peer).length)))));
  }

  /** Reads the changes of the range, and shows the selected time; without one, the present. */
  async function refresh() {
    const [from, to] = range();
    const slider = byId('slider');
    const earliest = new Date(Date.now() - LONGEST_MILLIS).toISOString();
    const all = await read('/api/topology/changes', { from: earliest, ...parameters() });
    begin = Math.max(from, all.length ? Date.parse(all[0].at) : from);
    changes = await read('/api/topology/changes', { from: new Date(from).toISOString(), ...parameters() });
    const atEnd = slider.value === slider.max;
    slider.min = String(Math.ceil(begin / 1000));
    slider.max = String(Math.ceil(to / 1000));
    if (atEnd && !byId('at').value) {
      slider.value = slider.max;
    }
    byId('changes').textContent = `${changes.length} changes of the topology in this time`;
    if (!byId('at').value && !player) {
      await show(await read('/api/topology', parameters()));
    }
  }

  async function at(seconds) {
    const time = new Date(seconds * 1000).toISOString();
    byId('at').value = time.slice(0, 19);
    byId('slider').setAttribute('aria-valuetext', clock(time));
    const change = changes.filter((each) => Date.parse(each.at) <= seconds * 1000).at(-1);
    const known = shown && change && change.at === shown.since;
    await show(known ? shown : await read('/api/topology', { at: time, ...parameters() }), time);
  }

  function stop() {
    clearInterval(player);
    player = null;
    byId('play').textContent = 'Play';
  }

  /** Replays the range: the times of all changes, and at least 40 steps. */
  function play() {
    const length = range()[1] - begin;
    const steps = [...Array(STEPS).keys()].map((step) => begin + (length * (step + 1)) / STEPS);
    const times = [...changes.map((change) => Date.parse(change.at)), ...steps].sort((one, other) => one - other);
    let next = 0;
    byId('play').textContent = 'Stop';
    player = setInterval(() => {
      if (next >= times.length) {
        stop();
        return;
      }
      const seconds = Math.ceil(times[next] / 1000);
      next += 1;
      byId('slider').value = String(seconds);
      run(() => at(seconds));
    }, REPLAY_MILLIS);
  }

  /** Compares the times of the two inputs, and lists the ports with the most symbol errors between them. */
  async function compare() {
    const [from, to] = [instant(byId('before')), instant(byId('after'))];
    const [before, after] = await Promise.all([from, to].map((time) => read('/api/topology', { at: time, ...parameters() })));
    const found = differences(before.topology.nodes, after.topology.nodes);
    const errors = await read('/api/top', { counters: 'symbol_error', from, to, rows: 10, ...parameters() });
    await show(after, to, new Map(found.map(([kind, , guid]) => [guid, /lost/.test(kind) ? '--critical' : '--good'])));
    byId('differences').replaceChildren(
      ...found.slice(0, ROWS).map(([kind, text]) => make('li', {}, make('span', { class: 'severity' }, kind), text)),
      ...errors.map((row) => make('li', {}, make('span', { class: 'severity' }, 'errors'),
        `${row.name} port ${row.port}: ${row.total.toLocaleString('en')} symbol errors`)));
    if (!found.length && !errors.length) {
      byId('differences').append(make('li', {}, 'The topology is the same, and no port counted symbol errors.'));
    }
  }

  byId('slider').addEventListener('input', () => run(() => at(Number(byId('slider').value))));
  byId('play').addEventListener('click', () => (player ? stop() : play()));
  byId('at').addEventListener('change', () => run(async () => {
    const seconds = Date.parse(instant(byId('at'))) / 1000;
    byId('slider').value = String(seconds);
    await at(seconds);
  }));
  byId('now').addEventListener('click', () => {
    stop();
    byId('at').value = '';
    byId('slider').value = byId('slider').max;
    run(refresh);
  });
  byId('compare').addEventListener('submit', (event) => {
    event.preventDefault();
    run(compare);
  });
  return refresh;
}
