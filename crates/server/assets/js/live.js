// Clocks go on between two pages.

function clock(left) {
  const all = Math.max(0, Math.floor(left / 1000));
  const [h, m, s] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (n) => String(n).padStart(2, '0');
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

setInterval(() => {
  const it = $('.clock[data-runs]');
  if (!it || it.dataset.left > 86400000) return;
  const left = it.dataset.left - (performance.now() - since);
  it.textContent = clock(left);
  it.classList.toggle('short', left < 20000);
}, 500);

// A match tells what happens, and pages that wait are told when something has changed that they show. All tabs share one
// stream (`worker/wire.js`). Whoever was away is told what they missed, for the page says what it saw last.

let port = null;
let down = false;

/** Shows how it stands with the connection, and whether one is still signed in. */
function wire() {
  const it = $('#wire');
  if (!it) return;
  it.hidden = !down && !out;
  it.textContent = down ? 'The connection is gone. Trying to get it back …' : out;
  if (!down && out) it.append($('#me a').cloneNode(true));
}

/** Whether the connection is there; what is to be heard of it is said once. */
function connected(there) {
  if (down === !there) return;
  down = !there;
  wire();
  say(there ? 'The connection is back.' : 'The connection is gone.');
}

async function listen() {
  const [match, hears] = [$('#match'), $('[data-hears]')];
  const script = $('script[data-wire]')?.dataset.wire;
  if (!script || !(match || hears)) return;
  const take = (it) => {
    port?.close();
    port = it;
    port.onmessage = ({ data }) => heard(data);
    port.postMessage({ match: match?.dataset.match, version: version(document), me: $('.me')?.textContent });
  };
  // Where no worker can be shared, this page has one for itself.
  const alone = async () => {
    const { port1, port2 } = new MessageChannel();
    (await import(script)).join(port2);
    take(port1);
  };
  try {
    const worker = new SharedWorker(script, { type: 'module', name: 'wire' });
    worker.onerror = alone;
    take(worker.port);
  } catch {
    alone();
  }
}

let coming = 0;
const later = (ms) => { clearTimeout(coming); coming = setTimeout(fresh, ms); };

function heard(word) {
  if (word === 'down') return connected(false);
  if (word === 'open') {
    // What happened before somebody listened was told to nobody.
    if ((down && $('#match')) || own('')) fresh();
    return connected(true);
  }
  const [, latest] = word.match(/^match \d+:(\d+)$/) ?? [];
  if (latest) { if (Number(latest) > version(document)) later(30); return; }
  if (own(word)) later(50);
  else if (word !== 'lobby') { clearTimeout(soon); soon = setTimeout(head, 400, performance.now()); }
}

/** Whether a part of the page itself hears of something. */
const own = (word) => !$('#match') && $(word && word !== 'both' ? `main [data-hears~="${word}"]` : 'main [data-hears]');

let soon = 0;

/** What the head says of oneself, where nothing else hears of it; whoever has signed out since sees the page anew. */
async function head(at) {
  // A page that was fetched meanwhile says it.
  if (since > at) return;
  const text = await fetch('/privacy').then((it) => it.text()).catch(() => '');
  const [old, fresh] = [$('#me'), $('#me', parse(text))];
  if (!old || !fresh) return;
  if (who(old) && !who(fresh)) return location.reload();
  const count = (it) => Number($('.turns:not(.asks)', it)?.firstChild.data ?? 0);
  const more = count(fresh) > count(old);
  merge(old, fresh);
  if (!more) return;
  sound('turn');
  say($('.turns', old).textContent);
}

/** The page as it is now; what is being sent comes first, and what does not get through is tried again. */
async function fresh() {
  if (busy() || playing) return later(100);
  const before = $('[data-say]')?.textContent;
  if (!(await again())) {
    connected(false);
    return later(1500);
  }
  connected(true);
  if ($('[data-say]')?.textContent !== before) tell();
}

// And all that wait for somebody look again now and then.
const waits = Math.min(...all('[data-poll]').map((it) => Number(it.dataset.poll)));
if (Number.isFinite(waits)) setInterval(() => { if (!document.hidden && !busy()) again(); }, waits);

for (const it of all('[data-zone]')) it.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';

addEventListener('beforeunload', () => {
  leaving = true;
  // A file that is fetched leaves the page where it is.
  setTimeout(() => { leaving = false; }, 8000);
});
addEventListener('pagehide', () => { leaving = true; port?.postMessage('bye'); });
addEventListener('pageshow', (event) => {
  leaving = false;
  // A page that comes back as it was has missed what happened meanwhile.
  if (!event.persisted) return;
  // What it was waiting for may never come: WebKit does not end what it froze.
  [held, reading, posting] = [null, null, 0];
  turns('lost');
  resume();
  listen();
  head(performance.now());
  if ($('main [data-live]')) fresh();
});

settled();
listen();
resume();
