// Pages work without this. With it, the parts of a page that change are fetched and put in place, and the board has one
// stop for the Tab key and is walked with the arrow keys.

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

let here = null; // the word of the place the keyboard was on last
let busy = null; // what is being fetched
let since = performance.now(); // when the clocks were told

/** Says something to people who listen to the page. */
function say(text) {
  const region = $('#say');
  if (!region) return;
  // The same words again are told again only if they differ.
  region.textContent = region.textContent === text ? text + '\u00a0' : text;
}

/** Puts the parts of a fetched page that are live in place of the old ones. */
function put(page) {
  const focused = document.activeElement;
  const word = focused?.dataset?.word;
  const id = focused?.id;
  const caret = id && 'selectionStart' in focused ? focused.selectionStart : null;
  const pan = $('.pan');
  const scroll = pan && [pan.scrollLeft, pan.scrollTop];
  const open = all('details[open] > summary').map((it) => it.textContent);
  for (const fresh of all('[data-live]', page)) {
    const old = document.getElementById(fresh.id);
    if (old && old.outerHTML !== fresh.outerHTML) old.replaceWith(document.adoptNode(fresh));
  }
  const version = $('#match', page)?.dataset.version;
  if (version) $('#match').dataset.version = version;
  wire();
  since = performance.now();
  document.title = page.title;
  all('details > summary').forEach((it) => { if (open.includes(it.textContent)) it.parentNode.open = true; });
  const now = $('.pan');
  if (now && scroll) [now.scrollLeft, now.scrollTop] = scroll;
  rove();
  if (word) cell(word)?.focus({ preventScroll: true });
  else if (id && document.activeElement !== document.getElementById(id)) {
    const again = document.getElementById(id);
    again?.focus({ preventScroll: true });
    if (caret !== null && again?.setSelectionRange) again.setSelectionRange(caret, caret);
  }
}

/** Fetches a page and puts its parts in place; goes there the plain way if that fails. Tells whether it got through. */
export async function go(url, { body = null, remember = true, quiet = false } = {}) {
  busy?.abort();
  const mine = (busy = new AbortController());
  try {
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET', body, signal: mine.signal, headers: { Accept: 'text/html' }, credentials: 'same-origin',
    });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const target = new URL(answer.url);
    const refused = body && !answer.redirected;
    if (!$('main [data-live]', page) || (!refused && target.pathname !== location.pathname)) {
      if (refused) $('main').replaceWith(document.adoptNode($('main', page)));
      else location.assign(target);
      return true;
    }
    put(page);
    if (!refused) history[remember ? 'pushState' : 'replaceState'](null, '', target);
    const refusal = $('[role=alert]');
    if (refusal) say(refusal.textContent);
    else if (!quiet) tell();
    return true;
  } catch (error) {
    if (error.name === 'AbortError') return true;
    if (body) lost('That did not get through. Please try again.');
    else if (!quiet) location.assign(url);
    return false;
  } finally {
    if (busy === mine) busy = null;
  }
}

/** Says to eyes and ears that something was not sent. */
function lost(words) {
  say(words);
  const advice = $('#advice');
  if (advice) advice.textContent = words;
}

/** Says how things stand. */
const tell = () => say(all('[data-say]').map((it) => it.textContent).join(' '));

const plain = (event) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

document.addEventListener('click', (event) => {
  const link = event.target.closest('a.spot, a.step');
  if (!link || !plain(event) || !$('#table')) return;
  event.preventDefault();
  choose(link);
});

/** What a click on a place or a step does. */
function choose(link) {
  const url = new URL(link.getAttribute('href'), location.href);
  const table = link.closest('#table');
  const form = table && $('form.send', table);
  if (link.matches('.final:not(.chosen)') && table.hasAttribute('data-instant') && form) {
    $('#turn').value = url.searchParams.get('turn');
    form.requestSubmit();
    return;
  }
  if (link.matches('.spot')) link.classList.toggle('chosen');
  go(url, { remember: !table });
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('#table form, #match form, .side form, .news form')) return;
  event.preventDefault();
  const data = new URLSearchParams(new FormData(form, event.submitter));
  if (form.matches('.speak')) form.elements.words.value = '';
  if (form.method === 'post') return void go(form.action, { body: data, remember: false });
  const url = new URL(form.action);
  url.search = data;
  go(url);
});

// Writing shows on the board what is written.
let writing = 0;
document.addEventListener('input', (event) => {
  if (event.target.id !== 'turn') return;
  clearTimeout(writing);
  const text = event.target.value;
  writing = setTimeout(() => preview(text), 300);
});

async function preview(text) {
  const url = new URL(location.href);
  url.searchParams.set('turn', text);
  const answer = await fetch(url, { headers: { Accept: 'text/html' } });
  if (!answer.ok || $('#turn')?.value !== text) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = $('.board-room', page);
  const old = $('.board-room');
  if (fresh && old) { old.replaceWith(document.adoptNode(fresh)); rove(); }
}

addEventListener('popstate', () => { if ($('#table')) go(location.href, { remember: false }); });

// The keyboard on the board.

const cell = (word) => all('.board [data-word]').find((it) => it.dataset.word === word);

/** Leaves one stop for the Tab key in the board. */
function rove() {
  const cells = all('.board [data-word]');
  if (!cells.length) return;
  const stop = (here && cell(here)) || cells[Math.floor(cells.length / 2)];
  for (const it of cells) it.setAttribute('tabindex', it === stop ? '0' : '-1');
}

function middle(it) {
  const box = it.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Where a key leads: along the row, or to the nearest place of the next one. Every place can be reached. */
function walk(from, key, far) {
  const rows = all('.board [role=row]').map((row) => all('[data-word]', row));
  const at = rows.findIndex((row) => row.includes(from));
  const row = rows[at];
  const column = row.indexOf(from);
  const nearest = (other) => {
    const [x] = middle(from);
    return other?.reduce((best, it) => (Math.abs(middle(it)[0] - x) < Math.abs(middle(best)[0] - x) ? it : best));
  };
  switch (key) {
    case 'ArrowLeft': return row[column - 1];
    case 'ArrowRight': return row[column + 1];
    case 'ArrowUp': return nearest(rows[at - 1]);
    case 'ArrowDown': return nearest(rows[at + 1]);
    case 'Home': return far ? rows[0][0] : row[0];
    case 'End': return far ? rows.at(-1).at(-1) : row.at(-1);
    case 'PageUp': return nearest(rows[0]);
    case 'PageDown': return nearest(rows.at(-1));
    default: return null;
  }
}

const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];

document.addEventListener('keydown', (event) => {
  const from = event.target.closest?.('.board [data-word]');
  if (!from) return;
  if (event.key === 'Enter' && event.ctrlKey) { event.preventDefault(); $('#table form.send')?.requestSubmit(); return; }
  if (event.altKey || event.metaKey) return;
  if (KEYS.includes(event.key)) {
    event.preventDefault();
    const to = walk(from, event.key, event.ctrlKey);
    if (!to) return;
    from.setAttribute('tabindex', '-1');
    to.setAttribute('tabindex', '0');
    here = to.dataset.word;
    to.focus();
    return;
  }
  if (event.ctrlKey) return;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    if (from.matches('a')) choose(from);
    else say(from.getAttribute('aria-label'));
  } else if (event.key === 'Escape') {
    const clear = $('#table form.send a.step');
    if (clear) choose(clear);
  } else if (/^[a-z0-9]$/i.test(event.key) && $('#turn')) {
    // Whoever types wants to write the move.
    $('#turn').value = '';
    $('#turn').focus();
  }
});

document.addEventListener('focusin', (event) => {
  const word = event.target.dataset?.word;
  if (word) here = word;
});

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

// A match tells what happens. Whoever was away is told what they missed, for the page says what it saw last.

let source = null;
let down = false;

/** Shows how it stands with the connection. */
function wire() {
  const it = $('#wire');
  if (!it) return;
  it.hidden = !down;
  it.textContent = down ? 'The connection is gone. Trying to get it back …' : '';
}

function listen() {
  const match = $('#match[data-runs], #match[data-version]');
  if (!match) return;
  source?.close();
  source = new EventSource(`/match/${match.dataset.match}/events?after=${match.dataset.version}`);
  let coming = 0;
  source.onmessage = (event) => {
    if (Number(event.lastEventId) <= Number($('#match').dataset.version)) return;
    clearTimeout(coming);
    coming = setTimeout(fresh, 30);
  };
  source.onopen = () => { if (down) { down = false; wire(); say('The connection is back.'); fresh(); } };
  source.onerror = () => {
    if (!down) say('The connection is gone.');
    down = true;
    wire();
    // Some browsers give up after an answer that is no stream.
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
}

/** The page as it is now; what is being sent comes first, and what does not get through is tried again. */
async function fresh() {
  if (busy) return void setTimeout(fresh, 100);
  const before = $('[data-say]')?.textContent;
  if (!(await go(location.href, { remember: false, quiet: true }))) {
    if (!down) say('The connection is gone.');
    down = true;
    wire();
    return void setTimeout(fresh, 1500);
  }
  if (down && source?.readyState === EventSource.OPEN) { down = false; wire(); say('The connection is back.'); }
  if ($('[data-say]')?.textContent !== before) tell();
}

// Pages that wait are told when something has changed that they show, and look again.
function hear() {
  if (!$('[data-hears]') || $('#match')) return;
  const news = new EventSource('/news');
  // What happened before somebody listened was told to nobody.
  news.onopen = fresh;
  let coming = 0;
  news.onmessage = (event) => {
    if (event.data !== 'both' && !$(`[data-hears~="${event.data}"]`)) return;
    clearTimeout(coming);
    coming = setTimeout(fresh, 50);
  };
}

// And all that wait for somebody look again now and then.
const waits = Math.min(...all('[data-poll]').map((it) => Number(it.dataset.poll)));
if (Number.isFinite(waits)) setInterval(() => { if (!document.hidden && !busy) go(location.href, { remember: false, quiet: true }); }, waits);

for (const it of all('[data-zone]')) it.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';

// Arrow keys walk through the moves when nothing else wants them.
document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.target.matches?.('input, textarea, select')) return;
  // What followed from a move by itself is walked through from anywhere.
  const part = { ',': 'earlier', '.': 'later' }[event.key];
  const away = event.target !== document.body && !event.target.matches?.('main, .walk *');
  const step = part ?? (away ? null : { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' }[event.key]);
  const link = step && $(`#step-${step}[href]`);
  if (link) { event.preventDefault(); go(link.href, { remember: true }); }
});

rove();
listen();
hear();
