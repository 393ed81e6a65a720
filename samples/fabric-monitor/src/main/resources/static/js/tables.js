// The content of the graph as tables, also for screen readers. They are created when they are shown.
import { button, byId, make, plural } from './dom.js';
import { STATES, TYPES, stateOf } from './model.js';

const BAD_FIRST = ['down', 'silent', 'inactive', 'errors', 'active'];
const byName = (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true });

export class Tables {
  #view = byId('tables');
  #model;
  #choose;
  #changed;

  constructor(model, choose, changed) {
    this.#model = model;
    this.#choose = choose;
    this.#changed = changed;
    byId('show-graph').addEventListener('click', () => this.show(false));
    byId('show-tables').addEventListener('click', () => this.show(true));
    byId('skip').addEventListener('click', (event) => {
      event.preventDefault();
      this.show(true);
      this.#view.focus();
    });
  }

  show(tables) {
    byId('graph-view').hidden = tables;
    this.#view.hidden = !tables;
    byId('show-graph').setAttribute('aria-pressed', String(!tables));
    byId('show-tables').setAttribute('aria-pressed', String(tables));
    this.refresh();
    this.#changed();
  }

  /** Renders the tables, unless one of their buttons has the focus. */
  refresh() {
    if (this.#view.hidden || this.#view.querySelector('button:focus')) {
      return;
    }
    const top = this.#view.scrollTop;
    this.#view.replaceChildren(...this.#links(), ...this.#nodes());
    this.#view.scrollTop = top;
  }

  #links() {
    const links = [...this.#model.links.values()].sort((one, other) =>
      BAD_FIRST.indexOf(stateOf(one)) - BAD_FIRST.indexOf(stateOf(other)) || byName(one.from, other.from) || one.from.port - other.from.port);
    const end = (each) => `${each.name} port ${each.port}`;
    return [make('h2', { id: 'links-title' }, plural(links.length, 'link')),
      table('links-title', ['From', 'To', 'State', 'Rate', 'Errors'], links.map((link) => [
        button(end(link.from), () => this.#choose({ link: link.id })),
        end(link.to),
        badge(stateOf(link)),
        `${link.width} ${link.speed}`,
        link.errors.toLocaleString('en'),
      ]))];
  }

  #nodes() {
    const nodes = [...this.#model.nodes.values()].sort(byName);
    return [make('h2', { id: 'nodes-title' }, plural(nodes.length, 'node')),
      table('nodes-title', ['Name', 'Kind', 'State', 'GUID'], nodes.map((node) => [
        button(node.name, () => this.#choose({ node: node.guid })),
        TYPES[node.type],
        make('span', { class: 'badge', 'data-state': node.state.toLowerCase() }, node.state === 'LOST' ? 'Lost' : 'Present'),
        make('code', {}, node.guid),
      ]))];
  }
}

const WIDE = 3;

function table(title, heads, rows) {
  const cell = (name) => (child, i) => make(name, { class: i >= WIDE ? 'wide' : null, scope: name === 'th' ? 'col' : null }, child);
  return make('table', { 'aria-labelledby': title },
    make('thead', {}, make('tr', {}, heads.map(cell('th')))),
    make('tbody', {}, rows.map((row) => make('tr', {}, row.map(cell('td'))))));
}

export const badge = (state) => make('span', { class: 'badge', 'data-state': state }, STATES[state]);
