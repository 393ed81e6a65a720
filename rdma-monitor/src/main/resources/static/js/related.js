// The alarms and the events of a node, a port or a cable.
import { make, read } from './dom.js';
import { rangeParameters } from './route.js';
import { fillRows, severityCell, timeCell } from './table.js';

const ROWS = 50;

const table = (title, heads) => [make('h3', {}, title),
  make('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': title },
    make('table', { class: 'wide' }, make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col' }, head)))), make('tbody')))];

/** Lists the changes of alarms and the events of the range in an element. A node stands for itself and all its ports. */
export async function showRelated(element, objects) {
  if (!objects.length) {
    return;
  }
  const parameters = { ...rangeParameters(), object: objects.join(), rows: ROWS };
  const [changes, events] = await Promise.all([read('/api/alarms/history', parameters), read('/api/events', parameters)]);
  if (!element.firstElementChild) {
    element.append(...table('Changes of alarms', ['Time (UTC)', 'Severity', 'Rule', 'State', 'By', 'Text']),
      ...table('Events', ['Time (UTC)', 'Severity', 'Text']));
  }
  const [first, second] = element.querySelectorAll('tbody');
  fillRows(first, changes.map((each) => [timeCell(each.at), severityCell(each.severity), each.rule, each.state, each.actor, each.text]),
    'No alarm changed in this time.');
  fillRows(second, events.map((each) => [timeCell(each.at), severityCell(each.severity), each.text]), 'No event in this time.');
}
