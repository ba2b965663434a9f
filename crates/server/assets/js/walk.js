// Through the moves: all boards of a walk come in one document, and then stepping asks the server nothing.

// The document: its address, its tables as far as they are put together, what goes before and after each.
let boards = null;
// One step after the other.
let steps = Promise.resolve();
// Until the page is fetched that one has walked to.
let settling = 0;
// The timer that goes on by itself.
let playing = 0;

const at = () => Number($('#walk').dataset.at);

/** The boards of the walk that is shown; without connection those that are here. */
async function boardsOf(walk) {
  if (!walk.dataset.boards) return null;
  const address = new URL(walk.dataset.boards, location.href).href;
  if (boards?.address === address) return boards;
  try {
    const answer = await fetch(address, { headers: { Accept: 'application/json' } });
    if (!answer.ok) throw new Error(`${answer.status}`);
    boards = { address, path: location.pathname, pieces: [], ...(await answer.json()) };
  } catch {
    if (boards?.path !== location.pathname) return null;
  }
  return boards;
}

const pieces = (text) => text.split(/(?=[<M])/);

/** The pieces of a table out of those of the one before it: see the server's `walk.rs`. */
function changed(old, changes) {
  const out = [];
  let at = 0;
  for (const it of changes) {
    if (typeof it === 'string') out.push(...pieces(it));
    else { if (it > 0) out.push(...old.slice(at, at + it)); at += Math.abs(it); }
  }
  return out;
}

/** A table, as a part of a page. */
function tableAt(walk, n) {
  const made = walk.pieces;
  while (made.length <= n) {
    const it = walk.tables[made.length];
    made.push(typeof it === 'string' ? pieces(it) : changed(made.at(-1), it));
  }
  return parse(made[n].join('')).body.firstElementChild;
}

const lastOf = (walk, n) => { while (walk.next[n] !== null) n = walk.next[n]; return n; };
const ways = (walk, n) => ({ first: n === 0 ? null : 0, previous: walk.back[n], next: walk.next[n], last: walk.next[n] === null ? null : lastOf(walk, n) });

/** The address of the page at a number of the walk. A match as it stands has no number. */
function addressAt(walk, n) {
  const url = new URL(location.href);
  for (const it of ['turn', 'step', 'play', 'ask', 'at', 'done']) url.searchParams.delete(it);
  if (!$('#match') || walk.next[n] !== null) url.searchParams.set('at', n);
  url.hash = '';
  return url;
}

/** Goes where a link of the walk leads. */
function walkTo(link) {
  stop();
  const to = new URL(link.href).searchParams.get('at');
  const name = link.id.replace('step-', '');
  const way = (walk) => (link.id ? ways(walk, at())[name] : to === null ? lastOf(walk, 0) : Number(to));
  // What else stands there, such as a change to the tree, is a page of its own.
  if (new URL(link.href).searchParams.has('change')) return void go(link.href);
  steps = steps.then(() => walkOn(way, link.href));
}

/** One step of the walk, or the page where that is not at hand. */
async function walkOn(way, href) {
  const part = $('#walk');
  const walk = await boardsOf(part);
  const to = walk && way(walk);
  if (walk && (to === null || to === undefined)) return false;
  if (!walk || to >= walk.tables.length || !free(turn)) { if (href) await go(href, { remember: false }); return false; }
  reading?.abort();
  const before = seen();
  keeping(() => show(walk, to));
  arrive({ ...seen(), stones: before.stones });
  clearTimeout(settling);
  // What this leaves as it was (a form, notes, the computer's view) comes when one stays.
  if (!playing) settling = setTimeout(settle, 250);
  return true;
}

const settle = () => { if (!busy()) again('table'); };

function show(walk, n) {
  const fresh = tableAt(walk, n);
  const table = $('#table');
  for (const it of ['.sides', '.board-room', '.status']) {
    const [old, now] = [$(it, table), $(it, fresh)];
    if (old && now) merge(old, now);
  }
  // Added below one another: the last comes first.
  for (const [it, place] of [['.cascade', '.status'], ['.decision', '.status'], ['.remark', '.board-room']]) {
    $(it, table)?.remove();
    const now = $(it, fresh);
    if (now) $(place, table).after(document.adoptNode(now));
  }
  // A turn is not made on a board that is looked back at.
  for (const it of all('.send, .advice, .choices, .words', table)) it.inert = true;
  const part = $('#walk');
  part.dataset.at = n;
  const url = addressAt(walk, n);
  // Some browsers take a hundred in half a minute; the last one follows.
  try { history.replaceState(null, '', url); } catch {}
  for (const [name, to] of Object.entries(ways(walk, n))) {
    const old = $(`#step-${name}`, part);
    const link = document.createElement(to === null ? 'span' : 'a');
    link.className = to === null ? 'button off' : 'button step';
    if (to !== null) { link.href = addressAt(walk, to); link.rel = name; }
    link.id = old.id;
    link.textContent = old.textContent;
    const focused = document.activeElement === old;
    if (link.nodeName === old.nodeName && to !== null) old.href = link.href;
    else if (link.nodeName !== old.nodeName) old.replaceWith(link);
    if (focused) ($(`#step-${name}[href]`) ?? $('.steps a', part))?.focus({ preventScroll: true });
  }
  for (const it of all('.plies a', part)) {
    const number = new URL(it.href).searchParams.get('at');
    const current = n !== 0 && (number === null ? walk.next[n] === null : Number(number) === n);
    if (current) {
      it.setAttribute('aria-current', 'true');
      // The list alone, never the page: on a phone the board stands above it, and would leave the window.
      const list = $('.plies');
      list.scrollTop = it.offsetTop - list.offsetTop - 60;
    }
    else it.removeAttribute('aria-current');
  }
  settled();
  tell();
}

/** Goes one way from where one is; the key or button may come again before the boards are there. */
function step(name) {
  const link = $(`#step-${name}[href]`);
  if (!link && !boards) return false;
  steps = steps.then(() => walkOn((walk) => ways(walk, at())[name], link?.href));
  return Boolean(link);
}

/** How long a board stands while the moves go by themselves: what is remarked wants to be read. */
const glance = () => +$('#speed').value + 45 * ($('#table .remark')?.textContent.length || 0);

/** Begins to go through the moves by itself, from the start if one is at the end. */
async function play() {
  const walk = await boardsOf($('#walk'));
  if (!walk) return;
  playing = 1;
  // Once: whoever scrolls on while the moves go by themselves is left where they are.
  $('.board-room').scrollIntoView({ block: 'nearest' });
  if (walk.next[at()] === null) await walkOn(() => 0);
  const on = async () => {
    if (!(await walkOn((walk) => walk.next[at()])) || boards.next[at()] === null) return stop();
    playing = setTimeout(on, glance());
  };
  playing = setTimeout(on, glance());
  dress();
}

function stop() {
  if (!playing) return;
  clearTimeout(playing);
  playing = 0;
  dress();
  settling = setTimeout(settle, 250);
}

/** What is there for scripts only. */
function dress() {
  const button = $('#autoplay');
  if (!button) return;
  button.parentNode.hidden = !$('#walk').dataset.boards || !$('.plies a');
  const words = playing ? '❚❚ Pause' : '▶ Play';
  if (button.textContent !== words) button.textContent = words;
}

document.addEventListener('click', (event) => {
  if (event.target.id !== 'autoplay') return;
  if (playing) stop();
  else play();
});

/** Whoever comes near the moves wants to walk; what is over changes no more. */
const near = (event) => { if (event.target.closest?.('#walk')) boardsOf($('#walk')); };
addEventListener('pointerover', near);
addEventListener('focusin', near);

addEventListener('load', () => {
  const walk = $('#walk[data-boards]');
  if (!walk) return;
  if (location.hash === '#watch') play();
  else if (!$('#match[data-runs]')) setTimeout(boardsOf, 300, walk);
});
