// The comparison of two times.
import { byId, make, read } from './dom.js';
import { count, instant } from './format.js';
import { link, objectTarget, replace, route, subnet } from './route.js';

const ROWS = 200;

/** Compares the times of the address: lists what differs and the ports with the most symbol errors between them. */
export async function compare(map, time) {
  const { before, after } = route();
  if (!before || !after) {
    return;
  }
  byId('before').value = before.slice(0, 19);
  byId('after').value = after.slice(0, 19);
  const found = await map.compare(subnet(), before, after);
  const errors = await read('/api/top', { counters: 'symbol_error', from: before, to: after, rows: 10, ...subnet() });
  await time.show(after, found.map(([kind, , guid]) => [guid, /lost/.test(kind) ? '--critical' : '--good']));
  byId('differences').replaceChildren(
    ...found.slice(0, ROWS).map(([kind, text, guid]) => make('li', {}, make('span', { class: 'severity' }, kind),
      link(objectTarget(guid), text))),
    ...errors.map((row) => make('li', {}, make('span', { class: 'severity' }, 'errors'),
      link({ view: 'port', guid: row.node, port: row.port }, `${row.name} port ${row.port}`), `: ${count(row.total)} symbol errors`)));
  if (found.length > ROWS) {
    byId('differences').append(make('li', { class: 'muted' }, `and ${found.length - ROWS} others`));
  }
  if (!found.length && !errors.length) {
    byId('differences').append(make('li', {}, 'The topology is the same, and no port counted symbol errors.'));
  }
}

/** Connects the form: the times become part of the address, and the later one is the selected time. */
export function connectComparison() {
  byId('compare').addEventListener('submit', (event) => {
    event.preventDefault();
    const [before, after] = [instant(byId('before')), instant(byId('after'))];
    replace({ before, after, at: after });
  });
}
