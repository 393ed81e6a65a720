// The buttons for fault injection, which exist only with an embedded fabric.
import { button, make, say } from './dom.js';
import * as server from './server.js';

const ERRORS = 100;

export class Faults {
  #about = { endPort: '', faults: false };
  #changed;

  constructor(changed) {
    this.#changed = changed;
  }

  about(about) {
    this.#about = about;
  }

  get endPort() {
    return this.#about.endPort;
  }

  async inForce() {
    if (!this.#about.faults) {
      return [];
    }
    const faults = await server.faults().catch(() => []);
    return faults.length === 0
      ? [make('p', { class: 'hint' }, 'This fabric is embedded. Select a link or a node to inject a fault.')]
      : [
          make('h3', {}, 'Active faults'),
          make('ul', { class: 'faults' }, faults.map((fault) => make('li', {}, fault.text))),
          this.#actions(this.#button('Heal all', 'mend', 'heal')),
        ];
  }

  ofNode(node) {
    return this.#about.faults
      ? [this.#actions(
          this.#button('Silence', 'harm', 'silence', { node: node.guid }),
          this.#button('Wake', 'mend', 'wake', { node: node.guid }))]
      : [];
  }

  ofLink(link) {
    const at = { node: link.from.guid, port: link.from.port };
    return this.#about.faults
      ? [this.#actions(
          link.state === 'DOWN' ? this.#button('Restore link', 'mend', 'restore', at) : this.#button('Cut link', 'harm', 'cut', at),
          this.#button(`Add ${ERRORS} errors`, 'harm', 'errors', { ...at, count: ERRORS }))]
      : [];
  }

  #actions(...buttons) {
    return make('div', { class: 'actions', role: 'group', 'aria-label': 'Faults' }, buttons);
  }

  #button(text, kind, what, values) {
    const press = async () => {
      try {
        await server.fault(what, values);
        say(`${text}: done`);
        this.#changed();
      } catch (failure) {
        say(`${text}: ${failure.message}`);
      }
    };
    return button(text, press, { class: kind, 'data-key': `fault-${what}`, 'data-fault': what });
  }
}
