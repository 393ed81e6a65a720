// The active alarms, the most severe first. Items stay in place when their figures change; new alarms are announced.
import { byId, make, read, run, send, setText } from './dom.js';
import { clock } from './format.js';
import { link, objectTarget } from './route.js';
import { fillRows, severityCell, timeCell } from './table.js';

const MONTH = 30 * 86400000;
const items = new Map();
let known = null;

/** One alarm. */
class Item {
  #alarm;
  #severity = make('span', { class: 'severity' });
  #object = make('span', { class: 'object' });
  #text = make('span');
  #since = make('span', { class: 'muted' });
  #proposal = make('p', { class: 'proposal' });
  #changes = make('tbody');
  #note = make('input', { maxlength: 1000 });
  #acknowledge = make('button', { type: 'button', onclick: () => this.#change('acknowledge') }, 'Acknowledge');
  #clear = make('button', { type: 'button', onclick: () => this.#change('clear') }, 'Clear');
  #more = make('button', { type: 'button', class: 'link', 'aria-expanded': 'false', onclick: () => this.#toggle() }, 'Changes');
  #panel;
  #noteLabel;
  #changed;

  /** A function is called when the alarm was changed. */
  constructor(changed) {
    this.#changed = changed;
    this.#noteLabel = make('label', {}, 'Note ', this.#note);
    this.#panel = make('div', { class: 'changes', hidden: '' }, this.#noteLabel, make('table', {}, this.#changes));
    this.element = make('li', {}, make('div', {}, this.#severity, this.#object, ' ', this.#text, ' ', this.#since, this.#proposal),
      make('div', { class: 'actions' }, this.#acknowledge, this.#clear, this.#more), this.#panel);
  }

  fill(alarm, isOperator) {
    if (!this.#alarm) {
      const target = objectTarget(alarm.object, alarm.objectName);
      this.#object.append(target ? link(target, alarm.objectName) : make('b', {}, alarm.objectName));
      this.element.dataset.rule = alarm.rule;
    }
    this.#alarm = alarm;
    this.element.className = alarm.severity.toLowerCase();
    setText(this.#severity, alarm.severity.toLowerCase());
    setText(this.#text, alarm.text);
    setText(this.#since, `${alarm.rule}, since ${clock(alarm.raised)}${alarm.maintenance ? ', in maintenance' : ''}`
      + `${alarm.acknowledgedBy ? `, acknowledged by ${alarm.acknowledgedBy}` : ''}${alarm.note ? `: ${alarm.note}` : ''}`);
    setText(this.#proposal, alarm.proposal);
    this.#acknowledge.hidden = !isOperator || alarm.state === 'ACKNOWLEDGED';
    this.#clear.hidden = !isOperator;
    this.#noteLabel.hidden = !isOperator;
  }

  #change(action) {
    return run(async () => {
      await send(`/api/alarms/${this.#alarm.id}/${action}`, { note: this.#note.value });
      this.#note.value = '';
      await this.#changed();
      if (!this.#panel.hidden && this.element.isConnected) {
        await this.#read();
      }
      // The button that had the focus may be gone.
      (this.element.isConnected ? this.#more : byId('verdicts-title')).focus();
    });
  }

  #toggle() {
    this.#panel.hidden = !this.#panel.hidden;
    this.#more.setAttribute('aria-expanded', String(!this.#panel.hidden));
    return this.#panel.hidden ? null : run(() => this.#read());
  }

  /** Lists the changes of this alarm in the last 30 days. */
  async #read() {
    const { rule, object, subnet } = this.#alarm;
    const rows = await read('/api/alarms/history', { subnet, from: new Date(Date.now() - MONTH).toISOString(), rows: 1000,
      ...(objectTarget(object) ? { object } : {}) });
    fillRows(this.#changes, rows.filter((each) => each.rule === rule && each.object === object)
      .map((each) => [timeCell(each.at), each.state, severityCell(each.severity), each.actor, each.text]), 'No change is stored.');
  }
}

/** Says what is new, once. */
function announce(alarms) {
  const fresh = known ? alarms.filter((alarm) => !known.has(alarm.id)) : [];
  if (fresh.length) {
    setText(byId('announcement'), fresh.length === 1 ? `New alarm, ${fresh[0].severity.toLowerCase()}: ${fresh[0].objectName} ${fresh[0].text}`
      : `${fresh.length} new alarms`);
  }
  known = new Set(alarms.map((alarm) => alarm.id));
}

/** Shows the alarms, of an object only if the view of one is open; a function is called when the user has changed one. */
export function showVerdicts(alarms, object, isOperator, changed) {
  announce(alarms);
  const shown = alarms.filter(object.covers);
  shown.forEach((alarm) => {
    if (!items.has(alarm.id)) {
      items.set(alarm.id, new Item(changed));
    }
    items.get(alarm.id).fill(alarm, isOperator);
  });
  const active = new Set(alarms.map((alarm) => alarm.id));
  [...items.keys()].filter((id) => !active.has(id)).forEach((id) => items.delete(id));
  const wanted = shown.map((alarm) => items.get(alarm.id).element);
  const list = byId('verdicts');
  if (!wanted.length) {
    if (!list.querySelector('.good')) {
      list.replaceChildren(make('li', { class: 'good' }));
    }
    setText(list.firstElementChild, object.isOpen() ? 'No rule has anything to report about this.' : 'No rule has anything to report.');
  } else if (wanted.length !== list.children.length || wanted.some((element, i) => list.children[i] !== element)) {
    list.replaceChildren(...wanted);
  }
}
