// The address after the #: the view, its object, the subnet, the selected time and the range. A link keeps what it does not change.
import { make } from './dom.js';

const GUID = /^0x[0-9a-f]{16}$/;
const HOUR = 3600000;

/** The views of an object. */
export const OBJECT_VIEWS = ['node', 'port', 'cable'];

/** What an address without parameters means. */
const DEFAULTS = { view: 'overview', guid: null, port: null, chosen: null, subnet: null, at: null, hours: 1, counter: 'symbol_error',
  before: null, after: null };

/** What belongs to a view, and is not kept when another one opens. */
const OF_VIEW = { guid: null, port: null, chosen: null, before: null, after: null };

/** Parses an address: #node/GUID, #port/GUID/PORT, #cable/GUID/PORT, #alarms, and parameters. An older form is #GUID/PORT. */
export function parse(hash) {
  const [path, query = ''] = hash.replace(/^#/, '').split('?');
  const parts = path.split('/');
  const [view, guid, port] = GUID.test(parts[0]) ? ['port', ...parts] : parts;
  const values = new URLSearchParams(query);
  const route = { ...DEFAULTS };
  if (view === 'alarms') {
    route.view = view;
  } else if (OBJECT_VIEWS.includes(view) && GUID.test(guid ?? '') && (view === 'node' || /^\d{1,3}$/.test(port ?? ''))) {
    Object.assign(route, { view, guid, port: view === 'node' ? null : Number(port) });
  }
  for (const name of ['subnet', 'counter']) {
    route[name] = values.get(name) ?? DEFAULTS[name];
  }
  for (const name of ['at', 'before', 'after']) {
    const time = Date.parse(values.get(name) ?? '');
    route[name] = Number.isNaN(time) ? null : whole(time);
  }
  route.hours = Number(values.get('hours')) || DEFAULTS.hours;
  route.chosen = Number(values.get('port')) || null;
  return route;
}

/** Returns a time without the fraction of a second. */
export const whole = (millis) => new Date(millis).toISOString().replace(/\.\d+Z$/, 'Z');

function format(route) {
  const path = { overview: '', alarms: 'alarms', node: `node/${route.guid}` }[route.view] ?? `${route.view}/${route.guid}/${route.port}`;
  const values = ['subnet', 'at', 'hours', 'counter', 'before', 'after']
    .filter((name) => route[name] !== DEFAULTS[name]).map((name) => [name, route[name]]);
  if (route.chosen) {
    values.push(['port', route.chosen]);
  }
  return `#${path}${values.length ? `?${new URLSearchParams(values).toString().replaceAll('%3A', ':')}` : ''}`;
}

let current = parse(location.hash);
const listeners = [];

export const route = () => current;

const changed = (changes) => ({ ...current, ...(changes.view ? OF_VIEW : {}), ...changes });

function use(next) {
  const before = current;
  current = next;
  listeners.forEach((listener) => listener(next, before));
}

/** Opens an address; Back returns from it. */
export function go(changes) {
  location.hash = format(changed(changes));
}

/** Replaces the address, so that Back does not stop at each time that the slider passes. */
export function replace(changes) {
  const next = changed(changes);
  history.replaceState(null, '', format(next));
  use(next);
}

/** Calls a listener with the new and the old address. */
export const onRoute = (listener) => listeners.push(listener);

addEventListener('hashchange', () => use(parse(location.hash)));

/** The parameters of a request that names the subnet, if one is selected. */
export const subnet = () => (current.subnet ? { subnet: current.subnet } : {});

/** The selected range in milliseconds: it ends at the selected time, or now. */
export function range() {
  const end = current.at ? Date.parse(current.at) : Date.now();
  return [end - current.hours * HOUR, end];
}

/** The parameters of a request for the range. The end is left out at present, so that the newest is part of it. */
export function rangeParameters() {
  const [from, to] = range();
  return { from: new Date(from).toISOString(), ...(current.at ? { to: new Date(to + 1).toISOString() } : {}), ...subnet() };
}

const targets = new WeakMap();

/** Sets what a link opens. */
export function aim(anchor, changes) {
  targets.set(anchor, changes);
  anchor.setAttribute('href', format(changed(changes)));
}

/** Creates a link to a view. */
export function link(changes, ...children) {
  const anchor = make('a', {}, ...children);
  aim(anchor, changes);
  return anchor;
}

/** The time or the range may have changed since a link was made. */
function refresh(event) {
  const anchor = event.target.closest?.('a');
  if (anchor && targets.has(anchor)) {
    aim(anchor, targets.get(anchor));
  }
}
['pointerdown', 'focusin', 'click'].forEach((type) => document.addEventListener(type, refresh, true));

/** Returns what shows the object of an alarm or an event: a node, a port, or a cable if its name has both ends; null for others. */
export function objectTarget(object, name = '') {
  const [guid, port] = object.split('/');
  if (!GUID.test(guid)) {
    return null;
  }
  return port && Number(port) ? { view: name.includes(' - ') ? 'cable' : 'port', guid, port: Number(port) } : { view: 'node', guid };
}
