// A cable: both ends side by side. What an end receives is the direction from the other one.
import { make, setText } from './dom.js';
import { PortPanel } from './port-panel.js';
import { place, ways } from './port-view.js';

/** One end with its heading. */
class End {
  #heading = make('h3');

  constructor(guid, port) {
    this.guid = guid;
    this.port = port;
    this.panel = new PortPanel(guid, port);
    this.element = make('div', {}, this.#heading, this.panel.element);
  }

  fill(node) {
    const port = node?.ports.find((each) => each.number === this.port);
    this.title = `${node?.name ?? this.guid} port ${this.port}`;
    setText(this.#heading, this.title);
    this.panel.fill(node, port, node ? [['Port', { text: this.title, to: { view: 'port', guid: this.guid, port: this.port } }],
      ...ways(node, port).slice(0, 1)] : []);
    return port;
  }
}

export class CableView {
  #ends;

  constructor(guid, port) {
    this.#ends = [new End(guid, port)];
    this.element = make('div', { class: 'ends' }, this.#ends[0].element);
  }

  async fill(map) {
    const [one] = this.#ends;
    const port = one.fill(await map.node(one.guid));
    const peer = port?.peer;
    const known = this.#ends[1];
    let isNew = false;
    if (peer && (known?.guid !== peer.node || known.port !== peer.port)) {
      this.#ends = [one, new End(peer.node, peer.port)];
      this.element.replaceChildren(...this.#ends.map((end) => end.element));
      isNew = true;
    }
    const other = this.#ends[1];
    if (other) {
      other.fill(await map.node(other.guid));
    }
    if (isNew) {
      await other.panel.history();
    }
    return { title: this.#ends.map((end) => end.title).join(' – '), isPresent: Boolean(peer), nodes: this.#ends.map((end) => end.guid),
      links: peer ? [place(one.guid, one.port)] : [], objects: this.#ends.map((end) => place(end.guid, end.port)) };
  }

  async history() {
    await Promise.all(this.#ends.map((end) => end.panel.history()));
  }
}
