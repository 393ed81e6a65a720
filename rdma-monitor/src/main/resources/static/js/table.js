// Fills tables in place, so that the focus stays where it is when the figures change.
import { setText } from './dom.js';
import { clock } from './format.js';
import { aim, link } from './route.js';

/** A cell with an instant. */
export const timeCell = (instant) => ({ text: clock(instant), kind: 'time' });

/** A cell with a severity in its color. */
export const severityCell = (severity) => ({ text: severity, kind: severity });

/**
 * Fills the body of a table. A cell is text, or an object: text, to (what a link opens), kind (a class), span, or an element that
 * the cell has instead of text.
 */
export function fillRows(body, rows, none) {
  const all = rows.length || !none ? rows : [[{ text: none, kind: 'muted', span: 20 }]];
  all.forEach((cells, i) => {
    const row = body.rows[i] ?? body.insertRow();
    while (row.cells.length > cells.length) {
      row.deleteCell(-1);
    }
    cells.forEach((cell, j) => fillCell(row.cells[j] ?? row.insertCell(), typeof cell === 'object' ? cell : { text: String(cell) }));
  });
  while (body.rows.length > all.length) {
    body.deleteRow(-1);
  }
}

function fillCell(cell, { text, to, kind = '', span = 1, element }) {
  if (cell.className !== kind) {
    cell.className = kind;
  }
  if (cell.colSpan !== span) {
    cell.colSpan = span;
  }
  const [child] = cell.children;
  if (element) {
    if (child !== element) {
      cell.replaceChildren(element);
    }
  } else if (!to) {
    if (child) {
      cell.replaceChildren();
    }
    setText(cell, text);
  } else if (child?.tagName === 'A') {
    aim(child, to);
    setText(child, text);
  } else {
    cell.replaceChildren(link(to, text));
  }
}

/** Fills a list of terms and their descriptions, as pairs; a description is text or a cell. */
export function fillFacts(list, facts) {
  facts.forEach(([term, description], i) => {
    const entry = list.children[i] ?? list.appendChild(document.createElement('div'));
    if (!entry.children.length) {
      entry.append(document.createElement('dt'), document.createElement('dd'));
    }
    setText(entry.firstElementChild, term);
    fillCell(entry.lastElementChild, typeof description === 'object' ? description : { text: String(description) });
  });
  while (list.children.length > facts.length) {
    list.lastElementChild.remove();
  }
}
