// The event stream. It reconnects automatically, and everything is loaded again after each connection.
import { byId } from './dom.js';

const TEXTS = { waiting: 'Connecting', live: 'Live', lost: 'Connection lost' };
const SILENCE = 40_000;
const AGAIN = 2_000;

function show(state) {
  byId('live').dataset.state = state;
  byId('live-text').textContent = TEXTS[state];
}

/** Calls the handlers hello, topology, history and validated with the data of each event. */
export function listen(handlers) {
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
    for (const name of ['hello', 'topology', 'history', 'validated']) {
      source.addEventListener(name, (event) => {
        show('live');
        alive();
        handlers[name](JSON.parse(event.data));
      });
    }
  }

  addEventListener('pagehide', () => source?.close());
  connect();
}
