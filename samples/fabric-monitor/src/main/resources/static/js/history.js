// The events, most recent first.
import { button, byId, make } from './dom.js';

const SHOWN = 200;
const MARKS = { good: '✓', note: '•', warning: '!', error: '✕' };
const WORDS = { good: 'Resolved', note: 'Note', warning: 'Warning', error: 'Error' };
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** Returns a symbol for a severity. */
export const mark = (severity) =>
  make('span', { class: 'mark', 'data-severity': severity, role: 'img', 'aria-label': WORDS[severity] }, MARKS[severity]);

export class History {
  #list = byId('history');
  #last = 0;
  #choose;

  constructor(choose) {
    this.#choose = choose;
  }

  replace(entries) {
    this.#last = entries[0]?.number ?? 0;
    this.#list.replaceChildren(...entries.slice(0, SHOWN).map((entry) => this.#item(entry)));
    if (!entries.length) {
      this.#list.append(make('li', { class: 'empty' }, 'No events yet.'));
    }
  }

  add(entry) {
    if (entry.number <= this.#last) {
      return;
    }
    this.#last = entry.number;
    this.#list.querySelector('.empty')?.remove();
    this.#list.prepend(this.#item(entry));
    if (this.#list.children.length > SHOWN) {
      this.#list.lastElementChild.remove();
    }
  }

  #item(entry) {
    const severity = entry.severity.toLowerCase();
    const text = entry.node ? button(entry.text, () => this.#choose(entry)) : make('span', {}, entry.text);
    return make('li', { 'data-number': entry.number },
      mark(severity),
      text,
      make('time', { datetime: entry.at }, time.format(new Date(entry.at))));
  }
}
