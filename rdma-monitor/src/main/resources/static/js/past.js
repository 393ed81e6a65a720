// The topology at a time, its replay, and the comparison of two times.
import { byId, clock, make, read } from './dom.js';
import { fabricMap } from './map.js';

const ROWS = 200;
const REPLAY_MILLIS = 500;
const STEPS = 40;
const LONGEST_MILLIS = 799 * 86400000;

const instant = (input) => `${input.value.length === 16 ? `${input.value}:00` : input.value}Z`;

/** Connects the controls; the functions return the parameters of a request, and the range in milliseconds. */
export function past(parameters, range, run) {
  let changes = [];
  let begin = 0;
  let player = null;
  let wanted = null;
  let showing = null;
  let shown = Promise.resolve();
  const map = fabricMap(byId('map'), (node) => {
    byId('topology-note').textContent = `${node.name} (${node.type}, ${node.guid}), ${node.links} links`;
  });

  /** Shows a topology with the load and the errors of a time, without one of the present; returns the time of the load. */
  async function show(time, marks) {
    // In the order of the calls, so that the last one stays.
    shown = shown.catch(() => {}).then(() => map.show({ ...(time ? { at: time } : {}), ...parameters() }, marks));
    const found = await shown;
    byId('topology-note').textContent = `${found.nodes} nodes, unchanged since ${clock(found.since)}. `
      + `${found.failing} ports with errors in the sweep or interval of ${clock(found.loadAt)}`;
    if (found.rows) {
      byId('nodes').replaceChildren(...found.rows.map((node) => make('tr', {},
        make('td', {}, node.name), make('td', {}, node.type), make('td', {}, node.guid),
        make('td', { class: 'number' }, String(node.links)))));
    }
    return found.loadAt;
  }

  /** Reads the changes of the range. Unless a time is selected, shows the present and returns the time of its load. */
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
    return byId('at').value || player ? null : show();
  }

  /** Shows the last time that was asked for. Times that were asked for while another one is read are skipped. */
  async function showWanted() {
    while (wanted !== null) {
      const seconds = wanted;
      wanted = null;
      const time = new Date(seconds * 1000).toISOString();
      byId('at').value = time.slice(0, 19);
      byId('slider').setAttribute('aria-valuetext', clock(time));
      await show(time);
    }
  }

  function at(seconds) {
    wanted = seconds;
    showing ??= showWanted().finally(() => {
      showing = null;
    });
    return showing;
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
    const found = await map.compare(parameters(), from, to);
    const errors = await read('/api/top', { counters: 'symbol_error', from, to, rows: 10, ...parameters() });
    await show(to, found.map(([kind, , guid]) => [guid, /lost/.test(kind) ? '--critical' : '--good']));
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
    wanted = null;
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
