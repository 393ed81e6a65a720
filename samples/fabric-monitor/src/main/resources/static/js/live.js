// The stream of events. It connects again by itself; after each start everything is read anew.
import { byId } from './dom.js';

const TEXTS = { waiting: 'Connecting', live: 'Live', lost: 'Connection lost' };
const SILENCE = 40_000;
const AGAIN = 2_000;

function show(state) {
  byId('live').dataset.state = state;
  byId('live-text').textContent = TEXTS[state];
}

/** Calls hello, topology and history with what is told. */
export function listen(told) {
  let source;
  let watchdog;

  const alive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(connect, SILENCE);
  };

  function connect() {
    source?.close();
    source = new EventSource('events');
    alive();
    source.addEventListener('error', () => {
      show('lost');
      if (source.readyState === EventSource.CLOSED) {
        clearTimeout(watchdog);
        watchdog = setTimeout(connect, AGAIN);
      }
    });
    source.addEventListener('beat', alive);
    for (const name of ['hello', 'topology', 'history']) {
      source.addEventListener(name, (event) => {
        show('live');
        alive();
        told[name](JSON.parse(event.data));
      });
    }
  }

  addEventListener('pagehide', () => source?.close());
  connect();
}
