// The changes of alarms, and the maintenance windows. Only operators see controls, because the monitor refuses the others.
import { byId, make, read, run, send } from './dom.js';
import { instant } from './format.js';
import { objectTarget, rangeParameters } from './route.js';
import { fillRows, severityCell, timeCell } from './table.js';

const ROWS = 200;

/** Lists the changes of the range. */
export async function showChanges() {
  const rows = await read('/api/alarms/history', { ...rangeParameters(), rows: ROWS });
  fillRows(byId('alarm-changes'), rows.map((each) => [timeCell(each.at), severityCell(each.severity), each.rule,
    { text: each.objectName, to: objectTarget(each.object, each.objectName) }, each.state, each.actor, each.text]),
  'No alarm changed in this time.');
}

/** Lists the maintenance windows that have not ended. */
export async function showWindows(isOperator) {
  byId('maintenance-form').hidden = !isOperator;
  const rows = await read('/api/maintenance');
  fillRows(byId('maintenance'), rows.map((each) => [each.pattern, timeCell(each.from), timeCell(each.until),
    each.reason, each.createdBy, isOperator ? { element: endButton(each) } : '']), 'There is no maintenance window.');
}

const buttons = new Map();

/** Returns the button that ends a window; it stays the same, so that the focus stays. */
function endButton({ id, pattern }) {
  if (!buttons.has(id)) {
    buttons.set(id, make('button', { type: 'button', 'aria-label': `End the maintenance window of ${pattern}`, onclick: () => run(async () => {
      await send(`/api/maintenance/${id}`, {}, 'DELETE');
      await showWindows(true);
      byId('window-pattern').focus();
    }) }, 'End'));
  }
  return buttons.get(id);
}

/** Connects the form that creates a window. */
export function connectWindows() {
  byId('maintenance-form').addEventListener('submit', (event) => {
    event.preventDefault();
    run(async () => {
      const from = byId('window-from');
      await send('/api/maintenance', { pattern: byId('window-pattern').value, from: from.value ? instant(from) : null,
        until: instant(byId('window-until')), reason: byId('window-reason').value });
      byId('maintenance-form').reset();
      await showWindows(true);
    });
  });
}
