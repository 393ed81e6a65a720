// The present: the state of the monitor, the figures of the last sweep, and the active alarms.
import { byId, make, read, readNow, setText } from './dom.js';
import { clock, count } from './format.js';
import { route, subnet } from './route.js';

let stored = [];

/** Reads the names of the subnets of the database. */
export async function readSubnets() {
  stored = await read('/api/subnets');
}

/** Reads the present, and shows all of it but the alarms. */
export async function readOverview() {
  const now = await readNow('/api/overview', subnet());
  const names = [...new Set([...now.subnets, ...stored, now.subnet])].sort();
  if ([...byId('subnet').options].map((option) => option.value).join() !== names.join()) {
    byId('subnet').replaceChildren(...names.map((name) => make('option', { value: name }, name)));
  }
  byId('subnet').value = now.subnet;
  byId('logout').hidden = now.open;
  setText(byId('access'), now.open ? 'No login: this host only' : `${now.user} (${now.operator ? 'operator' : 'viewer'})`);
  setText(byId('state'), state(now));
  byId('state').className = now.failure || now.store.failure ? 'bad' : '';
  if (now.sweep) {
    const tiles = [['Nodes', now.sweep.nodes], ['Switches', now.sweep.switches], ['Links', now.sweep.links],
      ['Ports read', now.sweep.ports], ['Failed requests', now.sweep.failures.length],
      ['Sweep, ms', now.sweep.durationMillis], ['Alarms', now.alarms.length]];
    tiles.forEach(([label, value], i) => {
      const tile = byId('tiles').children[i] ?? byId('tiles').appendChild(make('div', { class: 'tile' }, make('b'), make('span')));
      setText(tile.firstElementChild, count(value));
      setText(tile.lastElementChild, label);
    });
  }
  return now;
}

function state(now) {
  const store = now.store.failure ? ` The database refuses data since ${clock(now.store.failingSince)}: live view only.` : '';
  const past = route().at ? ` Shown: ${clock(route().at)}.` : '';
  if (!now.sweep) {
    return (now.failure ?? 'Waiting for the first sweep…') + store + past;
  }
  const age = Math.max(0, Math.round((Date.parse(now.now) - Date.parse(now.sweep.at)) / 1000));
  return `Read ${age} s ago. ${now.failure ?? ''}${store}${past}`;
}
