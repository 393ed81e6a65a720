// One end of a link: its facts, the chart of its counters, and the bit error rate of what it receives.
import { make } from './dom.js';
import { metric, speed } from './format.js';
import { showBitErrors, showHistory } from './history.js';
import { fillFacts } from './table.js';

export class PortPanel {
  #path;
  #rate = 0;
  #facts = make('dl', { class: 'facts' });
  #figure = make('figure');
  #note = make('p', { class: 'muted' });
  #bitErrors = make('p', { class: 'bit-errors' });

  constructor(guid, port) {
    this.#path = `ports/${guid}/${port}`;
    this.element = make('div', { class: 'end' }, this.#facts, this.#figure, this.#note, this.#bitErrors);
  }

  /** Shows a port of a node, as the map describes it; null if it is not in the shown topology. More facts come first. */
  fill(node, port, more = []) {
    this.#rate = port?.rate ?? 0;
    fillFacts(this.#facts, !port ? more : [...more,
      ['Link', `${speed(port)}${port.lanes && (port.lanes < port.maxLanes || port.speed !== port.maxSpeed)
        ? ` of ${port.maxLanes}x ${port.maxSpeed}` : ''}`],
      ['State', port.state],
      ['LID', port.lid || '–'],
      ['GUID', port.guid ?? node.guid],
      ['Sends', metric(port.sent, 'b/s')],
      ['Receives', metric(port.received, 'b/s')],
      ['Errors', { text: String(port.errors), kind: port.errors ? 'bad' : '' }]]);
  }

  async history() {
    await Promise.all([showHistory(this.#figure, this.#note, this.#path), showBitErrors(this.#bitErrors, this.#path, this.#rate)]);
  }
}
