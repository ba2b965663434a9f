// Pages work without this. With it, the parts of a page that change are fetched and put in place, and the board has one
// stop for the Tab key and is walked with the arrow keys.

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

let here = null; // the word of the place the keyboard was on last
let busy = null; // what is being fetched
let since = performance.now(); // when the clocks were told
let held = null; // what could not be sent, to be sent when the server is back
let leaving = false; // whether the visitor is on the way to another page: nothing may lead elsewhere then

/** Says something to people who listen to the page. */
function say(text) {
  const region = $('#say');
  if (!region) return;
  // The same words again are told again only if they differ.
  region.textContent = region.textContent === text ? text + '\u00a0' : text;
}

/** A part as it is told apart from another: without what this script and each answer set anew. */
const bare = (part) => part.outerHTML.replace(/ tabindex="-?\d"/g, '').replace(/(name="key" value=")\w+/g, '$1').replace(/ open=""/g, '');

/** Whether somebody is writing in a part, and what was fetched would take it away although nothing there has changed. */
function kept(old, fresh) {
  const written = all('input:not([type=hidden]), textarea', old).filter((it) => it.value !== it.defaultValue);
  const ply = (part) => $('[name=ply]', part)?.value;
  return written.length > 0 && ply(old) === ply(fresh) && written.every((it) => it.id && $('#' + it.id, fresh));
}

/** Puts the parts of a fetched page that are live in place of the old ones. */
function put(page, from) {
  const focused = document.activeElement;
  const word = focused?.dataset?.word;
  const id = focused?.id;
  const caret = id && 'selectionStart' in focused ? focused.selectionStart : null;
  const pan = $('.pan');
  const scroll = pan && [pan.scrollLeft, pan.scrollTop];
  const open = all('details[open] > summary').map((it) => it.textContent);
  for (const fresh of all('[data-live]', page)) {
    const old = document.getElementById(fresh.id);
    if (old && bare(old) !== bare(fresh) && !(old.id !== from && kept(old, fresh))) old.replaceWith(document.adoptNode(fresh));
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
  // What had the focus is gone: it goes to where one would go on.
  if (focused !== document.body && !focused?.isConnected && document.activeElement === document.body) onward()?.focus({ preventScroll: true });
}

/** Where a turn goes on: at the choice to be made, at the button that plays it, or on the board. */
const onward = () => $('.choices a') ?? ($('.send a.step') ? $('.send .primary') : null) ?? $('.board [data-word][tabindex="0"]') ?? $('#main');

/**
 * Fetches a page and puts its parts in place. Tells whether it was taken; what did not get through is held and sent again, unless
 * it is quiet or could do something twice. What
 * somebody is writing stays, but for the part of the page `from` which this comes, by its id.
 */
export async function go(url, { body = null, remember = true, quiet = false, from = quiet ? 'nowhere' : 'table' } = {}) {
  // A turn that is on its way is not overtaken: the page says that it waits.
  if (held?.body && !quiet && held.body !== body) return false;
  busy?.abort();
  const mine = (busy = new AbortController());
  try {
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET', body, signal: mine.signal, headers: { Accept: 'text/html' }, credentials: 'same-origin',
      // A turn arrives also where the page is left at once.
      keepalive: Boolean(body),
    });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    // What stands between says that the server is away.
    if (answer.status >= 502 && !$('#main', page)) throw new Error(`nobody answers: ${answer.status}`);
    if (leaving) return true;
    if (!quiet) held = null;
    const target = new URL(answer.url);
    const refused = body && !answer.redirected;
    if (!$('main [data-live]', page) || (!refused && target.pathname !== location.pathname)) {
      const why = refused && answer.status !== 401 && $('main .lead', page);
      // The board stays, whatever was refused beside it.
      if (why) lost(why.textContent);
      else if (refused) $('main').replaceWith(document.adoptNode($('main', page)));
      else location.assign(target);
      return !why;
    }
    put(page, from);
    if (!refused) history[remember ? 'pushState' : 'replaceState'](null, '', target);
    const refusal = $('[role=alert]');
    if (refusal) say(refusal.textContent);
    else if (!quiet) tell();
    return !refused;
  } catch (error) {
    if (error.name === 'AbortError' || leaving) return true;
    if (quiet) return false;
    if (body && !body.has('key')) lost('That did not get through. Please try again.');
    else hold(url, { body, remember });
    return false;
  } finally {
    if (busy === mine) busy = null;
  }
}

/** Keeps what could not be sent until the server is back. A turn has a key, so that it is played once however often it is sent. */
function hold(url, how) {
  held = { url, body: how.body };
  lost(how.body ? 'No connection. Your turn is kept and sent as soon as the connection is back.'
    : 'No connection. This goes on as soon as it is back.');
  const mine = held;
  setTimeout(() => { if (held === mine && !leaving) go(url, how); }, 1500);
}

/** Says to eyes and ears that something was not sent. */
function lost(words) {
  say(words);
  const advice = $('#advice') ?? $('#wire');
  if (advice) { advice.textContent = words; advice.hidden = false; }
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
  const form = table && $('form.send:not(.picks)', table);
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
  if (form.method === 'post') {
    const words = form.matches('.speak') ? form.elements.words : null;
    const said = words?.value;
    if (words) words.value = '';
    return void go(form.action, { body: data, remember: false, from: form.closest('[data-live]')?.id ?? 'nowhere' }).then((sent) => { if (words && !sent && !words.value) words.value = said; });
  }
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
  // Without connection the text stands as it is: nothing was asked for yet.
  const answer = await fetch(url, { headers: { Accept: 'text/html' } }).catch(() => null);
  if (!answer?.ok || $('#turn')?.value !== text) return;
  const page = new DOMParser().parseFromString(await answer.text().catch(() => ''), 'text/html');
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
let news = null;

function hear() {
  if (!$('[data-hears]') || $('#match')) return;
  news?.close();
  news = new EventSource('/news');
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

addEventListener('beforeunload', () => {
  leaving = true;
  // A file that is fetched leaves the page where it is.
  setTimeout(() => { leaving = false; }, 8000);
});
addEventListener('pagehide', () => { leaving = true; });
addEventListener('pageshow', (event) => {
  leaving = false;
  // A page that comes back as it was has missed what happened meanwhile.
  if (event.persisted) { held = null; listen(); hear(); if ($('main [data-live]')) fresh(); }
});

rove();
listen();
hear();
