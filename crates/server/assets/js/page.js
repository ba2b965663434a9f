// Pages are fetched, and their live parts merged into the one that is shown.

let turn = 'idle';
// The word of the place the keyboard was on last.
let here = null;
// What is being fetched to be shown.
let reading = null;
// How much is being sent: what is sent is never given up.
let posting = 0;
// When the clocks were told.
let since = performance.now();
// What could not be sent, to be sent when the server is back.
let held = null;
// What is said to somebody who has signed out elsewhere.
let out = '';
// Whether the visitor is on the way to another page: nothing may lead elsewhere then.
let leaving = false;

const busy = () => reading || posting > 0;
const parse = (text) => new DOMParser().parseFromString(text, 'text/html');
const rest = (ms) => new Promise((done) => setTimeout(done, ms));

/** Says something to people who listen to the page. */
function say(text) {
  const region = $('#say');
  if (!region) return;
  // The same words again are told again only if they differ.
  region.textContent = region.textContent === text ? text + '\u00a0' : text;
}

/** Says how things stand. */
const tell = () => say(out + all('[data-say]').map((it) => it.textContent).join(' '));

/** Says to eyes and ears that something was not sent. */
function lost(words) {
  say(words);
  const advice = $('#advice') ?? $('#wire');
  if (advice) { advice.textContent = words; advice.hidden = false; }
}

/** What happens to the turn, for style sheets too. */
function turns(event) {
  turn = after(turn, event);
  document.documentElement.dataset.turn = turn;
}

const version = (page) => Number($('#match', page)?.dataset.version ?? 0);

/** Who is signed in, as a page says. */
const who = (page) => $('#me [href^="/member/"]', page);

/** Merges the live parts of a fetched page. What somebody is writing stays, but for the part `from` which it comes. */
function put(page, from) {
  if (version(page) < version(document)) return;
  const before = seen();
  ahead.clear();
  keeping(() => {
    for (const fresh of all('[data-live]', page)) {
      const old = document.getElementById(fresh.id);
      if (!old || (old.id !== from && written(old, fresh))) continue;
      merge(old, fresh, old.id === from || old.id === 'table');
    }
    if ($('#match', page)) $('#match').dataset.version = version(page);
    since = performance.now();
    document.title = page.title;
    settled();
  });
  arrive(before);
}

/**
 * Changes the page; if what had the focus is gone then, it goes to its like, or to where one would go on: from what makes a
 * turn to the board, from anything else to the part that held it, lest a second Enter play a stone.
 */
function keeping(change) {
  const focused = document.activeElement;
  const { id, dataset: { word } = {} } = focused;
  const part = focused.closest('.board, .send, .choices') ? null : focused.closest('[data-live]');
  const { top, bottom } = $('.board-room')?.getBoundingClientRect() ?? {};
  unghost();
  change();
  // Whoever has scrolled to the board finds it where it was, whatever came or went above it: not every browser sees to that.
  if (scrollY && bottom > 0 && top < innerHeight) scrollBy(0, $('.board-room').getBoundingClientRect().top - top);
  if (focused === document.body || focused.isConnected || document.activeElement !== document.body) return;
  part?.setAttribute('tabindex', part.tabIndex);
  ((word && cell(word)) || (id && document.getElementById(id)) || part || onward())?.focus({ preventScroll: true });
}

/** Sets what no page says, after each change. */
function settled() {
  rove();
  wire();
  dress();
  tastes();
  copies();
  // What was said and played last is seen, unless somebody reads what was said before or looks at an earlier ply.
  for (const it of all('.talk:not(:hover), .plies')) if (!$('[aria-current] ~ a', it)) it.scrollTop = it.scrollHeight;
}

/** Fetches this page anew. */
const again = (from) => go(location.href, { remember: false, quiet: true, from });

/** Where a turn goes on: at the choice to be made, at the button that plays it, or on the board. */
const onward = () => $('.choices a') ?? ($('.send a.step') ? $('.send .primary') : null) ?? $('.board [data-word][tabindex="0"]') ?? $('#main');

/** Where a page is; the analysis of a game is one place, whatever tree its address holds. */
const whereabouts = ({ pathname }) => pathname.match(/^\/analysis\/[^/]+/)?.[0] ?? pathname;

/**
 * Fetches a page and merges its parts. Tells whether it was taken; what did not get through is held and sent again, unless
 * it is quiet or could do something twice. What somebody is writing stays, but for the part `from` which this comes.
 */
async function go(url, { body = null, remember = true, quiet = false, from = quiet ? 'nowhere' : 'table' } = {}) {
  // A turn that is on its way is not overtaken: the page says that it waits.
  if (held?.body && !quiet && held.body !== body) return false;
  reading?.abort();
  const mine = body ? null : (reading = new AbortController());
  const keyed = body?.has('key');
  if (body) posting += 1;
  if (keyed) { turns('send'); stash(url, body); }
  try {
    const known = !body && !quiet && ahead.get(String(url));
    const answer = known ? { status: 200, url: String(url), text: () => known } : await fetch(url, {
      method: body ? 'POST' : 'GET', body, signal: mine?.signal, headers: { Accept: 'text/html' },
      // A turn arrives also where the page is left at once.
      keepalive: Boolean(body),
    });
    const page = parse(await answer.text());
    // What stands between says that the server is away.
    if (answer.status >= 502 && !$('#main', page)) throw new Error(`nobody answers: ${answer.status}`);
    const wait = pause(page, keyed ? 1 : 0);
    if (wait > 0) await rest(wait);
    if (leaving) return true;
    if (!quiet) held = null;
    const refused = body && !answer.redirected;
    if (who(page)) out = '';
    // What a page says that tells of an error is of nobody.
    else if ((answer.ok || answer.status === 401) && $('#match') && $('#me', page) && (out || who(document))) {
      out ||= `You are signed out. ${keyed || /[?&]turn=/.test(url) ? 'Your move was not sent. ' : ''}`;
      merge($('#me'), $('#me', page));
      // A turn stays remembered: it is played when they sign in again.
      if (refused) { turns('refused'); unput(); wire(); tell(); return false; }
    }
    if (keyed) { arrived(url, body); turns(refused ? 'refused' : 'agreed'); }
    const target = new URL(answer.url);
    // Whoever has walked on meanwhile does not want this page any more.
    if (quiet && new URL(url, location.href).href !== location.href) return true;
    if (!$('main [data-live]', page) || (!refused && whereabouts(target) !== whereabouts(location))) {
      const why = refused && answer.status !== 401 && $('main .lead', page);
      // The board stays, whatever was refused beside it.
      if (why) { unput(); lost(why.textContent); }
      else if (refused) $('main').replaceWith(document.adoptNode($('main', page)));
      else location.assign(target);
      return !why;
    }
    put(page, from);
    if (!quiet && !body) turns($('#table form.send:not(.picks) a.step') ? 'choose' : 'clear');
    if (!refused && !quiet) history[remember ? 'pushState' : 'replaceState'](null, '', target);
    const refusal = $('[role=alert]');
    if (refusal && !quiet) say(refusal.textContent);
    else if (!quiet) tell();
    return !refused;
  } catch (error) {
    if (error.name === 'AbortError' || leaving) return true;
    if (quiet) return false;
    if (keyed) turns('lost');
    if (body && !keyed) lost('That did not get through. Please try again.');
    else hold(url, { body, remember });
    return false;
  } finally {
    if (body) posting = Math.max(0, posting - 1);
    if (mine && reading === mine) reading = null;
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

/** Remembers a turn until it is known to have arrived, beyond this page too. Where there is no room, leaving the page at once has to do without. */
function stash(url, body) {
  try { sessionStorage.setItem('turn', JSON.stringify([url, String(body)])); } catch {}
}

/** Forgets a turn that has arrived; a later one may be on its way. */
function arrived(url, body) {
  try { if (sessionStorage.getItem('turn') === JSON.stringify([url, String(body)])) sessionStorage.removeItem('turn'); } catch {}
}

/** Sends a turn that this page, or one before it, could not. */
async function resume() {
  let kept = null;
  try { kept = JSON.parse(sessionStorage.getItem('turn')); } catch {}
  const [url, body] = Array.isArray(kept) ? kept.map(String) : [];
  if (!body) return turns('agreed');
  try {
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(body), headers: { Accept: 'text/html' }, keepalive: true });
    // A server that has too much to do, or an error of its own, is asked again.
    if (answer.status >= 500 || answer.status === 429) throw new Error('not now');
    // Whoever has signed out may sign in again.
    if (answer.status === 401) return turns('refused');
    arrived(url, body);
    turns(answer.ok ? 'agreed' : 'refused');
    if (!answer.ok) {
      const why = $('[role=alert], .lead', parse(await answer.text()))?.textContent;
      return lost(`The turn that was kept was not played. ${why ?? ''}`);
    }
    if (new URL(answer.url).pathname.startsWith(location.pathname)) fresh();
  } catch {
    if (!leaving) setTimeout(resume, 1500);
  }
}

const plain = (event) => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

document.addEventListener('click', (event) => {
  const link = event.target.closest('a.spot, a.step, .plies a');
  if (!link || !plain(event) || !$('#table')) return;
  event.preventDefault();
  if (link.closest('#walk')) walkTo(link);
  else choose(link);
});

/** What a click on a place or a step does. */
function choose(link) {
  const url = new URL(link.getAttribute('href'), location.href);
  const table = link.closest('#table');
  const form = table && $('form.send:not(.picks)', table);
  if (!free(turn)) return;
  const spot = link.matches('.spot');
  const chosen = link.matches('.chosen');
  const tapped = spot && form && small(link);
  // On a small place the second tap plays, if nothing can be added.
  const again = tapped && chosen && tap === link.dataset.word && (link.matches('.final') || complete());
  tap = tapped ? link.dataset.word : '';
  const last = spot && form && link.matches('.final');
  const text = url.searchParams.get('turn');
  if (spot && !chosen) {
    putAt = performance.now();
    link.classList.add('put');
    // The stone as the mouse has seen it, where there was one.
    $('.board .ghost')?.setAttribute('class', 'laid');
  }
  if (again || (last && !chosen && !tapped && table.hasAttribute('data-instant'))) {
    if (!again) { $('#turn').value = text; sound('move'); }
    form.requestSubmit();
    return;
  }
  if (spot) link.classList.toggle('chosen');
  if (tapped && last && !chosen) $('#turn').value = text;
  go(url, { remember: !table }).then(() => { if (tapped && complete()) $('#advice')?.append(' Tap it once more to play it.'); });
}

// The place that was tapped last.
let tap = '';

/** Whether what is chosen is a turn to which nothing can be added. */
const complete = () => / ./.test($('#table form.send:not(.picks) .primary')?.textContent ?? '') && !$('.spot.lit');

/** Takes stones away that were shown and are not to be. */
const unput = () => { unghost(); for (const it of all('.put')) it.classList.remove('put', 'chosen'); };

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('#table form, #match form, .side form, .news form')) return;
  event.preventDefault();
  if (form.closest('#table') && !free(turn)) return;
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
  const page = parse(await answer.text().catch(() => ''));
  const fresh = $('.board-room', page);
  unghost();
  if (fresh && $('.board-room')) { merge($('.board-room'), fresh); rove(); }
}

addEventListener('popstate', () => { if ($('#table')) go(location.href, { remember: false }); });
