// One stream of news for all tabs of a browser: over HTTP/1.1 it opens six connections to a place, and each stream holds one.
// A page that cannot share this worker runs it by itself.

const tabs = new Map(); // by port: what the tab waits for, and whether it was told that the stream is open
const seen = new Map(); // by match, the latest version anybody has seen
let stream = null; // what is listened to, once it is open
let coming = null; // what is being opened in its place
let whom = ''; // who is signed in, as the pages say
let wanted = ''; // the address of the newest of both
let planned = 0;

const tell = (word) => { for (const port of tabs.keys()) port.postMessage(word); };

/** Listens to what the tabs wait for now. The old stream goes when the new one is there, so that nothing is missed. */
function listen(anew = false) {
  clearTimeout(planned);
  const matches = [...new Set([...tabs.values()].map((it) => it.match).filter(Boolean))].sort();
  if (!tabs.size) { stream?.close(); coming?.close(); stream = coming = null; wanted = ''; return; }
  const key = `${whom} ${matches}`;
  if (key === wanted && !anew) return;
  wanted = key;
  coming?.close();
  const mine = (coming = new EventSource(`/news?matches=${matches.map((it) => `${it}:${seen.get(it) ?? 0}`)}`));
  mine.onopen = () => {
    if (mine === coming) { stream?.close(); stream = mine; coming = null; }
    for (const [port, tab] of tabs) if (!tab.open) { tab.open = true; port.postMessage('open'); }
  };
  mine.onmessage = ({ data }) => {
    const [, match, version] = data.match(/^match (\d+):(\d+)$/) ?? [];
    if (!match) return tell(data);
    seen.set(match, Math.max(Number(version), seen.get(match) ?? 0));
    for (const [port, tab] of tabs) if (tab.match === match) port.postMessage(data);
  };
  mine.onerror = () => {
    if (mine !== stream && mine !== coming) return;
    for (const tab of tabs.values()) tab.open = false;
    tell('down');
    // It begins again from what was seen since; some browsers would not, after an answer that is no stream.
    mine.close();
    clearTimeout(planned);
    planned = setTimeout(() => listen(true), 2000);
  };
}

/** Takes a tab in. It says what it waits for, and when it goes. */
export function join(port) {
  port.onmessage = ({ data }) => {
    if (data === 'bye') tabs.delete(port);
    else {
      const { version, me } = data;
      const match = /^\d{1,19}$/.test(data.match) ? data.match : null;
      const tab = { match, open: stream?.readyState === 1 };
      tabs.set(port, tab);
      whom = me;
      if (tab.open) port.postMessage('open');
      if (match && seen.get(match) > version) port.postMessage(`match ${match}:${seen.get(match)}`);
      else if (match) seen.set(match, version);
    }
    clearTimeout(planned);
    planned = setTimeout(listen, 20);
  };
  port.start?.();
}

globalThis.onconnect = ({ ports: [port] }) => join(port);
