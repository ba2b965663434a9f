// The keyboard on the board.

// Whether it was a finger or a mouse that came to the board, not the Tab key.
let pointed = false;

const cell = (word) => all('.board [data-word]').find((it) => it.dataset.word === word);

/** Leaves one stop for the Tab key in the board. */
function rove() {
  const cells = all('.board [data-word]');
  if (!cells.length) return;
  const stop = (here && cell(here)) || cells[Math.floor(cells.length / 2)];
  for (const it of cells) {
    const index = it === stop ? '0' : '-1';
    if (it.getAttribute('tabindex') !== index) it.setAttribute('tabindex', index);
  }
}

/** Brings a place into sight: not every browser does so by itself on a drawing. */
function sight(it, view) {
  const box = it.getBoundingClientRect();
  const [x, y] = view.matches('.pan') ? [view.getBoundingClientRect().x, view.getBoundingClientRect().y] : [0, 0];
  const by = (from, to, least, room) => Math.max(0, to - least - room) || Math.min(0, from - least);
  view.scrollBy(by(box.left, box.right, x, view.clientWidth), by(box.top, box.bottom, y, view.clientHeight));
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

/** Whoever types a letter wants to write the move: the line for it unfolds. */
function write() {
  const line = $('#turn');
  line.closest('details').open = true;
  line.value = '';
  line.focus();
}

const KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];
const STEPS = { ArrowLeft: 'previous', ArrowRight: 'next', Home: 'first', End: 'last' };

/** Whether the arrows belong to the moves although the board has the focus: a click brought it there, and no turn is begun. */
const toMoves = (key) => pointed && key in STEPS && $('#walk') && !$('#table form.send:not(.picks):not([inert]) a.step');

addEventListener('pointerdown', (event) => { pointed = Boolean(event.target.closest?.('.board')); }, true);
addEventListener('keydown', (event) => { if (event.key === 'Tab') pointed = false; }, true);

document.addEventListener('keydown', (event) => {
  const from = event.target.closest?.('.board [data-word]');
  if (!from) return;
  if (event.key === 'Enter' && event.ctrlKey) { event.preventDefault(); $('#table form.send:not(.picks)')?.requestSubmit(); return; }
  if (event.altKey || event.metaKey || toMoves(event.key)) return;
  if (KEYS.includes(event.key)) {
    event.preventDefault();
    const to = walk(from, event.key, event.ctrlKey);
    if (!to) return;
    from.setAttribute('tabindex', '-1');
    to.setAttribute('tabindex', '0');
    here = to.dataset.word;
    to.focus();
    sight(to, to.closest('.pan'));
    sight(to, document.scrollingElement);
    return;
  }
  if (event.ctrlKey) return;
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    if (from.matches('a')) choose(from);
    else say(from.getAttribute('aria-label'));
  } else if (event.key === 'Escape') {
    const clear = $('#table form.send:not(.picks) a.step');
    if (clear) choose(clear);
  } else if (/^[a-z0-9]$/i.test(event.key) && $('#turn')) {
    write();
  }
});

document.addEventListener('focusin', (event) => {
  const word = event.target.dataset?.word;
  if (word) here = word;
});

// Arrow keys walk through the moves when nothing else wants them.
document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (event.target.matches?.('input, textarea, select')) return;
  // What followed from a move by itself is walked through from anywhere.
  const part = { ',': 'earlier', '.': 'later' }[event.key];
  if (part) {
    const link = $(`#step-${part}[href]`);
    if (link) { event.preventDefault(); go(link.href, { remember: true }); }
    return;
  }
  if (/^[a-z]$/i.test(event.key) && $('#turn') && event.target.matches?.('body, main')) return write();
  const board = event.target.closest?.('.board');
  // A button has no use for arrows; but Home and End are the page's wherever something has the focus.
  const away = board ? !toMoves(event.key) : !event.key.startsWith('Arrow') && event.target !== document.body && !event.target.matches?.('main, .walk *');
  const way = away ? null : STEPS[event.key];
  if (!way || !$('#walk')) return;
  stop();
  if (step(way)) event.preventDefault();
});
