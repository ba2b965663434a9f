// Fingers hide what they touch. Where places are small a tap chooses and a second one plays, and a finger that rests may slide
// to another place, which a lens above it shows.

// Pixels.
const SMALL = 28;
const LENS = 120;
// Milliseconds.
const REST = 180;

let finger = false;
// What is being slid over: the places, and the one that would be chosen.
let lens = null;

addEventListener('pointerdown', (event) => { finger = event.pointerType === 'touch'; }, true);

const box = (spot) => $('circle', spot).getBoundingClientRect();
const small = (spot) => finger && box(spot).width < SMALL;

addEventListener('touchstart', (event) => {
  const board = event.target.closest?.('.board');
  const spots = board ? all('a.spot', board) : [];
  finger = true;
  if (event.touches.length !== 1 || !spots.length || !small(spots[0])) return;
  const [from] = event.touches;
  const begin = setTimeout(() => look(board, spots, from.clientX, from.clientY), REST);
  const move = (event) => {
    const [{ clientX, clientY }] = event.touches;
    if (lens) { event.preventDefault(); point(clientX, clientY); }
    else if (Math.hypot(clientX - from.clientX, clientY - from.clientY) > 10) clearTimeout(begin);
  };
  const end = (event) => {
    clearTimeout(begin);
    for (const [name, it] of [['touchmove', move], ['touchend', end], ['touchcancel', end], ['contextmenu', still]]) removeEventListener(name, it);
    if (!lens) return;
    const { spot, glass } = lens;
    glass.remove();
    lens = null;
    // The click that would follow is done already.
    event.preventDefault();
    if (event.type === 'touchend' && spot?.isConnected && !spot.matches('.chosen')) choose(spot);
  };
  const still = (event) => event.preventDefault();
  addEventListener('touchmove', move, { passive: false });
  addEventListener('touchend', end, { passive: false });
  addEventListener('touchcancel', end);
  addEventListener('contextmenu', still);
}, { passive: true });

/** Shows the lens. */
function look(board, spots, x, y) {
  const glass = document.createElement('div');
  glass.className = `lens ${$('#table').className}`;
  glass.setAttribute('aria-hidden', 'true');
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'picture');
  const drawing = $('g', board).cloneNode(true);
  for (const it of all('[role=row]', drawing)) it.remove();
  const ring = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
  ring.setAttribute('class', 's hint');
  ring.setAttribute('stroke-width', '.1');
  svg.append(drawing, ring);
  glass.append(svg);
  document.body.append(glass);
  lens = { board, glass, svg, ring, places: spots.map((spot) => [spot, middle($('circle', spot))]), spot: null };
  point(x, y);
}

/** Chooses the place that is nearest to the finger, if one is near, and shows it. */
function point(x, y) {
  const { board, glass, svg, ring, places } = lens;
  const far = ([, [px, py]]) => Math.hypot(px - x, py - y);
  const nearest = places.reduce((best, it) => (far(it) < far(best) ? it : best));
  lens.spot = far(nearest) < SMALL ? nearest[0] : null;
  glass.dataset.word = lens.spot?.dataset.word ?? '';
  const onto = board.getScreenCTM().inverse();
  const at = new DOMPoint(x, y).matrixTransform(onto);
  const reach = (LENS / 2 / 2.6) * onto.a;
  svg.setAttribute('viewBox', `${at.x - reach} ${at.y - reach} ${2 * reach} ${2 * reach}`);
  const ends = new DOMPoint(...nearest[1]).matrixTransform(onto);
  ring.setAttribute('cx', ends.x);
  ring.setAttribute('cy', ends.y);
  ring.setAttribute('r', lens.spot ? $('circle', lens.spot).getAttribute('r') : 0);
  const top = y - LENS - 30;
  glass.style.left = `${Math.max(4, Math.min(innerWidth - LENS - 4, x - LENS / 2))}px`;
  glass.style.top = `${top < 4 ? y + 40 : top}px`;
}
