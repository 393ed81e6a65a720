import { chart } from './chart.js';
import { byId, clock, make, read, send } from './dom.js';
import { past } from './past.js';

const POLL_MILLIS = 1000;
const SLOW_MILLIS = 15000;
const state = { subnet: null, port: null, name: '', stored: [], sweep: null, drawn: null };

const hours = () => Number(byId('range').value);
const from = () => new Date(Date.now() - hours() * 3600000).toISOString();
const subnet = () => (state.subnet ? { subnet: state.subnet } : {});

async function overview() {
  const now = await read('/api/overview', subnet());
  const options = [...new Set([...now.subnets, ...state.stored, now.subnet])].sort();
  if ([...byId('subnet').options].map((option) => option.value).join() !== options.join()) {
    byId('subnet').replaceChildren(...options.map((name) => make('option', { value: name }, name)));
    byId('subnet').value = now.subnet;
  }
  byId('logout').hidden = now.open;
  byId('access').textContent = now.open ? 'No login: this host only' : `User ${now.user}`;
  showState(now);
  showVerdicts(now.alarms);
  if (now.sweep) {
    state.sweep = now.sweep.at;
    const tiles = [['Nodes', now.sweep.nodes], ['Switches', now.sweep.switches], ['Links', now.sweep.links],
      ['Ports read', now.sweep.ports], ['Failed requests', now.sweep.failures.length],
      ['Sweep, ms', now.sweep.durationMillis]];
    byId('tiles').replaceChildren(...tiles.map(([label, value]) => make('div', { class: 'tile' },
      make('b', {}, value.toLocaleString('en')), make('span', {}, label))));
  }
}

function showState(now) {
  const store = now.store.failure ? ` The database refuses data since ${clock(now.store.failingSince)}: live view only.` : '';
  if (!now.sweep) {
    byId('state').textContent = (now.failure ?? 'Waiting for the first sweep…') + store;
    return;
  }
  const age = Math.max(0, Math.round((Date.parse(now.now) - Date.parse(now.sweep.at)) / 1000));
  byId('state').textContent = `Read ${age} s ago. ${now.failure ?? ''}${store}`;
}

function showVerdicts(alarms) {
  const items = alarms.map((alarm) => make('li', { class: alarm.severity.toLowerCase(), 'data-rule': alarm.rule },
    make('span', { class: 'severity' }, alarm.severity),
    alarm.object.includes('/')
      ? make('button', { type: 'button', class: 'link', onclick: () => select(alarm.object, alarm.objectName) }, alarm.objectName)
      : make('b', {}, alarm.objectName),
    ` ${alarm.text} `,
    make('span', { class: 'muted' }, `${alarm.rule}, since ${clock(alarm.raised)}${alarm.maintenance ? ', in maintenance' : ''} `),
    alarm.state === 'ACKNOWLEDGED'
      ? make('span', { class: 'muted' }, `acknowledged by ${alarm.acknowledgedBy}`)
      : make('button', { type: 'button', onclick: () => acknowledge(alarm) }, 'Acknowledge'),
    make('p', { class: 'proposal' }, alarm.proposal)));
  if (!items.length) {
    items.push(make('li', { class: 'good' }, 'No rule has anything to report.'));
  }
  const shown = JSON.stringify(alarms.map((alarm) => [alarm.id, alarm.severity, alarm.state, alarm.text, alarm.maintenance]));
  if (byId('verdicts').dataset.shown !== shown) {
    byId('verdicts').dataset.shown = shown;
    byId('verdicts').replaceChildren(...items);
  }
}

async function acknowledge(alarm) {
  await send(`/api/alarms/${alarm.id}/acknowledge`, { note: '' });
  await overview();
}

async function logout() {
  location.assign((await send('/logout', {})).location);
}

async function top() {
  const rows = await read('/api/top', { counters: byId('counter').value, from: from(), ...subnet() });
  byId('top').replaceChildren(...rows.map((row) => make('tr', {},
    make('td', {}, make('button', { type: 'button', class: 'link',
      onclick: () => select(`${row.node}/${row.port}`, `${row.name} port ${row.port}`) }, row.name)),
    make('td', {}, String(row.port)),
    make('td', { class: 'number' }, row.total.toLocaleString('en')))));
  if (!rows.length) {
    byId('top').replaceChildren(make('tr', {}, make('td', { colspan: 3, class: 'muted' }, 'No port counted anything.')));
  }
}

function select(port, name) {
  state.port = port;
  state.name = name;
  location.hash = port;
  return history();
}

async function history() {
  if (!state.port) {
    return;
  }
  const counter = byId('counter').value;
  const counters = counter.startsWith('xmit_data') || counter.startsWith('rcv_data') ? ['xmit_data', 'rcv_data'] : [counter];
  const begin = from();
  const series = await read(`/api/ports/${state.port}/history`, { counters: counters.join(), from: begin, ...subnet() });
  byId('chart-note').textContent = `${state.name || state.port}: ${counters.join(' (line) and ')}${counters.length > 1 ? ' (dashed)' : ''} `
    + `per second, from ${series.source}, ${series.points.length} points`;
  if (counter === 'symbol_error') {
    await run(() => bitErrors(begin));
  }
  chart(byId('chart'), series, counters, Date.parse(begin), Date.now());
}

/** Adds what the symbol errors of the range say about the bit error rate. */
async function bitErrors(begin) {
  const found = await read(`/api/ports/${state.port}/ber`, { from: begin, ...subnet() });
  if (!found) {
    byId('chart-note').append('. The link is down, or has no samples in this time');
    return;
  }
  const told = found.upper < found.limit ? 'better than' : found.lower > found.limit ? 'worse than' : 'not known to differ from';
  byId('chart-note').append(`. Bit error rate ${found.lower.toExponential(1)} to ${found.upper.toExponential(1)} (95 %): ${told} `
    + `${found.limit}, which takes ${found.secondsToTell} s without errors to tell`);
}

/** Reads the subnets of the database, and the systems that are in several subnets. */
async function subnets() {
  state.stored = await read('/api/subnets');
  const systems = await read('/api/shared-systems');
  byId('shared-section').hidden = !systems.length;
  byId('shared').replaceChildren(...systems.map((each) => make('tr', {},
    make('td', {}, each.places[0].name), make('td', {}, each.system),
    make('td', {}, each.places.map((place) => `${place.subnet} (${place.node})`).join(', ')))));
}

async function events() {
  const rows = await read('/api/events', { from: new Date(Date.now() - 86400000).toISOString(), rows: 50, ...subnet() });
  const shown = JSON.stringify(rows);
  if (byId('events').dataset.shown !== shown) {
    byId('events').dataset.shown = shown;
    byId('events').replaceChildren(...rows.map((event) => make('li', {},
      make('time', {}, `${clock(event.at)} `), make('span', { class: 'severity' }, event.severity), event.text)));
  }
}

async function findings() {
  const rows = await read('/api/findings', subnet());
  byId('findings').replaceChildren(...rows.map((each) => make('li', {},
    make('span', { class: 'severity' }, each.finding.severity), `${each.finding.check}: ${each.finding.evidence} `,
    make('p', { class: 'proposal' }, each.finding.nextStep))));
}

/** Runs a part of the page; its failure is shown and does not stop the others. */
async function run(part) {
  try {
    await part();
  } catch (failure) {
    byId('state').textContent = `${failure.message}`;
  }
}

async function repeat(part, millis) {
  await run(part);
  setTimeout(() => repeat(part, millis), millis);
}

async function begin() {
  const topology = past(subnet, () => [Date.parse(from()), Date.now()], run);
  const counters = await read('/api/counters');
  byId('counter').append(...counters.map((name) => make('option', { value: name }, name)));
  byId('counter').value = 'symbol_error';
  state.port = /^#0x[0-9a-f]{16}\/\d+$/.test(location.hash) ? location.hash.slice(1) : null;
  byId('subnet').addEventListener('change', () => {
    state.subnet = byId('subnet').value;
    [overview, top, history, events, findings, topology].forEach(run);
  });
  byId('logout').addEventListener('click', () => run(logout));
  byId('counter').addEventListener('change', () => [top, history].forEach(run));
  byId('range').addEventListener('change', () => [top, history, topology].forEach(run));
  let due = 0;
  repeat(async () => {
    await overview();
    // The database has a sweep later than the overview.
    const sweep = state.sweep;
    if (sweep !== state.drawn || Date.now() >= due) {
      await events();
      const drawn = await topology();
      due = Date.now() + SLOW_MILLIS;
      state.drawn = drawn && Date.parse(drawn) < Date.parse(sweep) ? state.drawn : sweep;
    }
  }, POLL_MILLIS);
  [subnets, top, history, findings].forEach((part) => repeat(part, SLOW_MILLIS));
}

run(begin);
