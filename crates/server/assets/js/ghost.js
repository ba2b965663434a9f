// A mouse that rests on a place is shown what a click there would make of the board: the stone as it will stand, and where
// another may go with it. The page that tells it is the one that the click would fetch, and serves for that too.

// By address, pages that are here already; until anything changes.
const ahead = new Map();
let resting = 0;

addEventListener('pointerover', (event) => {
  clearTimeout(resting);
  unghost('.ghost');
  const spot = event.pointerType === 'mouse' && event.target.closest?.('#table a.spot:not(.chosen)');
  if (spot) resting = setTimeout(ghost, 150, spot);
});

/** Takes away what was shown; also a stone that was laid there, before the page is changed. */
function unghost(which = '.ghost, .laid') {
  for (const it of all(which, $('.board') ?? document)) it.remove();
  for (const it of all('.board .soon')) it.classList.remove('soon');
}

/** Whether a click on a place would still begin a turn: one that was played meanwhile may have taken it. */
const rests = (spot) => spot.matches('[href]:hover') && free(turn) && !reading;

async function ghost(spot) {
  if (!rests(spot)) return;
  const url = new URL(spot.href.baseVal, location).href;
  if (!ahead.has(url)) {
    const answer = await fetch(url, { headers: { Accept: 'text/html' } }).catch(() => null);
    if (!answer?.ok || answer.redirected) return;
    const text = await answer.text().catch(() => '');
    if (!spot.isConnected || new URL(spot.href.baseVal, location).href !== url) return;
    ahead.set(url, text);
  }
  if (!rests(spot)) return;
  const page = parse(ahead.get(url));
  const drawing = $('.board > g > g');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  shape.setAttribute('class', 'ghost');
  shape.setAttribute('aria-hidden', 'true');
  shape.append(...added(drawing, $('.board > g > g', page)));
  drawing.after(shape);
  // Scores and words at the rim are not what one looks at.
  const [x, y] = ['cx', 'cy'].map((it) => Number($('circle', spot).getAttribute(it)));
  for (const it of [...shape.children]) {
    const { x: left, y: top, width, height } = it.getBBox();
    const away = Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
    if (away > 3 || it.matches('text, .last')) it.remove();
  }
  if (!shape.childElementCount) shape.remove();
  for (const it of all('.board a.lit', page)) cell(it.dataset.word)?.classList.add('soon');
}

/** The shapes of a drawing that another one lacks; of paths, the pieces. */
function added(old, fresh) {
  const kind = (it) => `${it.getAttribute('class')} ${it.getAttribute('stroke-width')}`;
  const moves = (it) => it.getAttribute('d').split(/(?=M)/);
  const there = new Set([...old.children].flatMap((it) => (it.matches('path') ? moves(it).map((d) => kind(it) + d) : it.outerHTML)));
  return [...fresh.children].flatMap((it) => {
    if (!it.matches('path')) return there.has(it.outerHTML) ? [] : [it];
    const more = moves(it).filter((d) => !there.has(kind(it) + d));
    if (more.length) it.setAttribute('d', more.join(''));
    return more.length ? [it] : [];
  });
}
