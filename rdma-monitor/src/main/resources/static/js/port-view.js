// A port: its link, its counters, and the ways to its node, its peer and its cable.
import { make } from './dom.js';
import { PortPanel } from './port-panel.js';

/** Returns the place of a port as alarms and events name it. */
export const place = (guid, port) => `${guid}/${port}`;

/** Returns the facts about a port that lead to other views. */
export const ways = (node, port) => [
  ['Node', { text: node.name, to: { view: 'node', guid: node.guid } }],
  ...(port?.peer ? [
    ['Peer', { text: `${port.peer.name} port ${port.peer.port}`, to: { view: 'port', guid: port.peer.node, port: port.peer.port } }],
    ['Cable', { text: 'Both ends', to: { view: 'cable', guid: node.guid, port: port.number } }]] : [])];

export class PortView {
  #guid;
  #port;
  #panel;

  constructor(guid, port) {
    this.#guid = guid;
    this.#port = port;
    this.#panel = new PortPanel(guid, port);
    this.element = make('div', {}, this.#panel.element);
  }

  async fill(map) {
    const node = await map.node(this.#guid);
    const port = node?.ports.find((each) => each.number === this.#port);
    this.#panel.fill(node, port, node ? ways(node, port) : []);
    const own = place(this.#guid, this.#port);
    const peer = port?.peer;
    return { title: `${node?.name ?? this.#guid} port ${this.#port}`, isPresent: Boolean(port),
      nodes: peer ? [this.#guid, peer.node] : [this.#guid], links: [own], objects: peer ? [own, place(peer.node, peer.port)] : [own] };
  }

  history() {
    return this.#panel.history();
  }
}
