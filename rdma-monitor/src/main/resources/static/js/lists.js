// The lists of the overview: ranked ports, events, findings, and systems in several subnets.
import { byId, make, read, showIfChanged } from './dom.js';
import { clock, total } from './format.js';
import { link, objectTarget, rangeParameters, route, subnet } from './route.js';
import { fillRows } from './table.js';

const DAY = 86400000;
const EVENTS = 50;

/** Ranks the ports by the selected counter. */
export async function showTop() {
  const { counter } = route();
  const rows = await read('/api/top', { counters: counter, ...rangeParameters() });
  fillRows(byId('top'), rows.map((row) => [{ text: row.name, to: { view: 'port', guid: row.node, port: row.port } }, String(row.port),
    { text: total(counter, row.total), kind: 'number' }]), 'No port counted anything.');
}

/** Lists the newest events of a day that ends at the selected time, or now. */
export async function showEvents() {
  const end = route().at ? Date.parse(route().at) : Date.now();
  const rows = await read('/api/events', { from: new Date(end - DAY).toISOString(), rows: EVENTS, ...subnet(),
    ...(route().at ? { to: new Date(end + 1).toISOString() } : {}) });
  showIfChanged(byId('events'), rows, () => rows.map((event) => {
    const target = objectTarget(event.port ? `${event.node}/${event.port}` : event.node);
    return make('li', {}, make('time', {}, `${clock(event.at)} `), make('span', { class: `severity ${event.severity}` }, event.severity),
      target ? link(target, event.text) : event.text);
  }));
}

/** Lists what the last validation has found. */
export async function showFindings() {
  const rows = await read('/api/findings', subnet());
  showIfChanged(byId('findings'), rows, () => (rows.length ? rows.map((each) => make('li', {},
    make('span', { class: `severity ${each.finding.severity}` }, each.finding.severity), `${each.finding.check}: ${each.finding.evidence} `,
    make('p', { class: 'proposal' }, each.finding.nextStep))) : [make('li', { class: 'muted' }, 'Nothing was found.')]));
}

/** Lists the systems that are in several subnets, if there are any. */
export async function showSharedSystems() {
  const systems = await read('/api/shared-systems');
  byId('shared-section').hidden = !systems.length;
  fillRows(byId('shared'), systems.map((each) => [each.places[0].name, each.system,
    each.places.map((place) => `${place.subnet} (${place.node})`).join(', ')]));
}
