// The details of the fabric, of a node with its ports, or of a link.
import { button, byId, make, plural } from './dom.js';
import { mark } from './history.js';
import { STATES, TYPES, stateOf } from './model.js';
import { badge } from './tables.js';
import * as server from './server.js';

/** Maximum number of findings in the panel. */
const SHOWN = 10;

export class Panel {
  #details = byId('details');
  #model;
  #faults;
  #choose;
  #goTo;
  #turn = 0;

  constructor(model, faults, choose, goTo) {
    this.#model = model;
    this.#faults = faults;
    this.#choose = choose;
    this.#goTo = goTo;
    byId('handle').addEventListener('click', () => this.open(!this.isOpen()));
  }

  isOpen() {
    return 'open' in byId('panel').dataset;
  }

  /** Opens the sheet of a narrow screen. */
  open(open) {
    byId('panel').toggleAttribute('data-open', open);
    byId('handle').setAttribute('aria-expanded', String(open));
    if (!open) {
      byId('panel').scrollTop = 0;
    }
  }

  focus() {
    this.open(true);
    this.#details.focus();
  }

  /** Shows the selected element. Details that must be loaded follow later. */
  async show(chosen) {
    const turn = (this.#turn += 1);
    const node = chosen?.node && this.#model.nodes.get(chosen.node);
    const link = chosen?.link && this.#model.links.get(chosen.link);
    const parts = node ? await this.#node(node) : link ? this.#link(link) : await this.#fabric();
    if (turn === this.#turn) {
      const top = this.#details.scrollTop;
      const key = keyOfFocus(this.#details);
      this.#details.replaceChildren(...parts.filter(Boolean));
      this.#details.scrollTop = top;
      focusAgain(this.#details, key);
    }
  }

  async #fabric() {
    const counts = this.#model.counts();
    const number = (value, text) => make('div', {}, make('b', {}, value.toLocaleString('en')), make('span', {}, text));
    return [
      make('h2', {}, 'Fabric'),
      make('p', { class: 'kind' }, `Seen from ${this.#faults.endPort}`),
      make('div', { class: 'numbers' },
        number(counts.switch, counts.switch === 1 ? 'switch' : 'switches'),
        number(counts.host, counts.host === 1 ? 'host' : 'hosts'),
        counts.router ? number(counts.router, counts.router === 1 ? 'router' : 'routers') : null,
        number(counts.links, counts.links === 1 ? 'link' : 'links')),
      make('ul', { class: 'states', 'aria-label': 'Links by state' },
        Object.keys(STATES).map((state) => make('li', { 'data-count': counts[state] }, badge(state), make('b', {}, counts[state].toLocaleString('en')))),
        counts.lost ? make('li', {}, make('span', { class: 'badge', 'data-state': 'lost' }, 'Lost nodes'), make('b', {}, counts.lost)) : null),
      ...this.#findings(),
      ...(await this.#faults.inForce()),
      this.#model.failures.length ? make('h3', {}, 'Could not be read') : null,
      this.#model.failures.length ? make('ul', { class: 'faults' }, this.#model.failures.slice(0, 5).map((text) => make('li', {}, text))) : null,
    ];
  }

  /** The findings of the last validation, the most severe first. */
  #findings() {
    const { at, errors, warnings, findings } = this.#model.findings;
    if (!at) {
      return [];
    }
    const text = (finding) => (finding.node
      ? button(finding.text, () => this.#goTo(finding), { 'data-key': `${finding.id} ${finding.node} ${finding.port}` })
      : make('span', {}, finding.text));
    const item = (finding) => make('li', { 'data-finding': finding.id, title: `${finding.cause} ${finding.nextStep}` },
      mark(finding.severity === 'INFO' ? 'note' : finding.severity.toLowerCase()), text(finding));
    return [
      make('h3', {}, 'Validation'),
      make('p', { class: 'verdict' }, errors + warnings ? `${plural(errors, 'error')}, ${plural(warnings, 'warning')}` : 'No errors and no warnings'),
      make('ul', { class: 'findings', 'aria-label': 'Findings' }, findings.slice(0, SHOWN).map(item)),
      findings.length > SHOWN ? make('p', { class: 'hint' }, `${plural(findings.length - SHOWN, 'more finding')} at /findings`) : null,
    ];
  }

  async #node(node) {
    const details = await server.node(node.guid).catch(() => ({ ports: [] }));
    const linked = details.ports.filter((port) => this.#model.linkAt(node.guid, port.number));
    const free = details.ports.filter((port) => port.number > 0).length - linked.length;
    const lid = details.ports.find((port) => port.lid > 0)?.lid;
    const hops = node.route.split(',').length - 1;
    return [
      this.#title(node.name),
      make('p', { class: 'kind' }, `${TYPES[node.type]} `, make('code', {}, node.guid)),
      facts([
        ['State', make('span', { class: 'badge', 'data-state': node.state.toLowerCase() }, node.state === 'LOST' ? 'Lost' : 'Present')],
        lid && ['LID', lid],
        node.state === 'LOST' ? null : ['Distance', hops > 0 ? plural(hops, 'hop') : 'this host'],
        details.device && ['Vendor and device', make('code', {}, `${details.vendor} ${details.device}`)],
      ]),
      ...this.#faults.ofNode(node),
      make('h3', {}, 'Ports'),
      linked.length ? this.#ports(node, linked) : null,
      linked.length ? null : make('p', { class: 'hint' }, node.state === 'LOST' ? 'The state of its ports is unknown.' : 'No port has a link.'),
      linked.length && free > 0 ? make('p', { class: 'hint' }, `${plural(free, 'port')} without a link`) : null,
    ];
  }

  #ports(node, ports) {
    const row = (port) => {
      const link = this.#model.linkAt(node.guid, port.number);
      const far = link.from.guid === node.guid && link.from.port === port.number ? link.to : link.from;
      const errors = Object.values(port.errors).reduce((sum, each) => sum + each, 0);
      const text = `${far.name} port ${far.port}`;
      return make('tr', {},
        make('td', {}, port.number),
        make('td', {}, button(far.name, () => this.#choose({ link: link.id }), { 'aria-label': `Link to ${text}`, title: text, 'data-key': link.id })),
        make('td', {}, badge(stateOf(link))),
        make('td', {}, errors.toLocaleString('en')));
    };
    return make('table', { class: 'ports', 'aria-label': 'Ports with a link' },
      make('thead', {}, make('tr', {}, ['#', 'Leads to', 'Link', 'Errors'].map((head) => make('th', { scope: 'col' }, head)))),
      make('tbody', {}, ports.map(row)));
  }

  #link(link) {
    const end = (each) => button(`${each.name} port ${each.port}`, () => this.#choose({ node: each.guid }), { 'data-key': each.guid });
    return [
      this.#title('Link'),
      make('p', { class: 'kind' }, `${link.from.name} – ${link.to.name}`),
      facts([
        ['From', end(link.from)],
        ['To', end(link.to)],
        ['State', badge(stateOf(link))],
        ['Rate', `${link.width} ${link.speed}`],
        ['Errors', link.errors.toLocaleString('en')],
        ['In the last minute', Math.round(link.errorsPerMinute).toLocaleString('en')],
      ]),
      ...this.#faults.ofLink(link),
    ];
  }

  #title(text) {
    return make('div', { class: 'title' }, make('h2', {}, text),
      button('✕', () => this.#choose(null), { 'aria-label': 'Close the details', 'data-key': 'close' }));
  }
}

const facts = (rows) =>
  make('dl', { class: 'facts' }, rows.filter(Boolean).map(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]).flat());

/** Renders without losing the keyboard focus. */
function keyOfFocus(view) {
  return view.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
}

function focusAgain(view, key) {
  if (key && !view.contains(document.activeElement)) {
    (view.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? view).focus({ preventScroll: true });
  }
}
