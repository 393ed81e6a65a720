// A node: its ports with their peers, and the sums of its ports or the counters of one.
import { make } from './dom.js';
import { metric, speed } from './format.js';
import { showHistory } from './history.js';
import { place } from './port-view.js';
import { replace, route } from './route.js';
import { fillFacts, fillRows } from './table.js';

const COLUMNS = ['Port', 'Peer', 'Link', 'Sends', 'Receives', 'Errors', 'Cable'];
const NUMBERS = ['Sends', 'Receives', 'Errors'];

export class NodeView {
  #guid;
  #facts = make('dl', { class: 'facts' });
  #ports = make('tbody');
  #chosen = make('select', { onchange: () => replace({ chosen: Number(this.#chosen.value) || null }) },
    make('option', { value: '' }, 'all ports, summed'));
  #figure = make('figure');
  #note = make('p', { class: 'muted' });

  constructor(guid) {
    this.#guid = guid;
    const heads = COLUMNS.map((name) => make('th', { scope: 'col', class: NUMBERS.includes(name) ? 'number' : null }, name));
    this.element = make('div', {}, this.#facts,
      make('div', { class: 'controls' }, make('label', {}, 'Chart of ', this.#chosen)), this.#figure, this.#note,
      make('h3', {}, 'Ports'),
      make('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Ports of the node' },
        make('table', { class: 'ports' }, make('thead', {}, make('tr', {}, ...heads)), this.#ports)));
  }

  async fill(map) {
    const node = await map.node(this.#guid);
    const subject = { title: node?.name ?? this.#guid, isPresent: Boolean(node), nodes: [this.#guid], links: [], objects: [this.#guid] };
    if (!node) {
      fillRows(this.#ports, [], 'Unknown at this time.');
      return subject;
    }
    const up = node.ports.filter((port) => port.peer);
    const errors = node.ports.reduce((sum, port) => sum + port.errors, 0);
    const own = (port) => ({ view: 'port', guid: node.guid, port: port.number });
    fillFacts(this.#facts, [['Type', node.type], ['GUID', node.guid], ['System GUID', node.system],
      ['LID', [...new Set(node.ports.map((port) => port.lid).filter(Boolean))].join(', ') || '–'],
      ['Links', `${up.length} of ${node.ports.length} ports`],
      ['Sends', metric(node.ports.reduce((sum, port) => sum + port.sent, 0), 'b/s')],
      ['Errors', { text: String(errors), kind: errors ? 'bad' : '' }]]);
    fillRows(this.#ports, node.ports.map((port) => [
      { text: String(port.number), to: own(port) },
      port.peer ? { text: `${port.peer.name} port ${port.peer.port}`, to: { view: 'node', guid: port.peer.node } } : { text: '–', kind: 'muted' },
      { text: speed(port), kind: port.lanes ? '' : 'muted' },
      { text: metric(port.sent, 'b/s'), kind: 'number' },
      { text: metric(port.received, 'b/s'), kind: 'number' },
      { text: String(port.errors), kind: port.errors ? 'number bad' : 'number' },
      port.peer ? { text: 'Cable', to: { ...own(port), view: 'cable' } } : '']), 'This node has no ports.');
    this.#choices(node.ports);
    return { ...subject, links: up.map((port) => place(node.guid, port.number)),
      // Alarms and events about a link name one of its ends.
      objects: [node.guid, ...up.map((port) => place(port.peer.node, port.peer.port))] };
  }

  #choices(ports) {
    if (this.#chosen.options.length !== ports.length + 1) {
      this.#chosen.replaceChildren(this.#chosen.options[0],
        ...ports.map((port) => make('option', { value: port.number }, `port ${port.number}`)));
    }
    this.#chosen.value = String(route().chosen ?? '');
  }

  history() {
    const { chosen } = route();
    return showHistory(this.#figure, this.#note, chosen ? `ports/${this.#guid}/${chosen}` : `nodes/${this.#guid}`);
  }
}
