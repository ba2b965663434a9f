// What this browser keeps for itself, and what one hears and sees of it: sounds, a pause before the computer's move, movement.

const taste = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
// Where nothing can be kept it holds for this page.
const keep = (name, value) => { try { localStorage.setItem(name, value); } catch {} };

const PAUSE = 500;
// When one has put a stone.
let putAt = -Infinity;

/** How long the computer's answer waits, so that one sees what one has played oneself. */
function pause(page, own) {
  if (!$('#match[data-computer]') || taste('pause') === 'off') return 0;
  const plies = (it) => all('.plies a', it).length;
  return plies(page) - plies(document) > own ? PAUSE - (performance.now() - putAt) : 0;
}

let ear = null;
const SOUNDS = { move: [[330, 0]], turn: [[440, 0], [587, 0.12]], end: [[523, 0], [415, 0.16], [311, 0.32]] };

function sound(name) {
  if (taste('sounds') !== 'on') return;
  // Not every machine has loudspeakers.
  try {
    ear ??= new AudioContext();
    for (const [pitch, after] of SOUNDS[name]) {
      const [tone, gain, from] = [ear.createOscillator(), ear.createGain(), ear.currentTime + after];
      tone.type = 'triangle';
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(0.16, from);
      gain.gain.exponentialRampToValueAtTime(0.001, from + 0.18);
      tone.connect(gain).connect(ear.destination);
      tone.start(from);
      tone.stop(from + 0.2);
    }
    document.documentElement.dataset.sound = name;
  } catch {}
}

/** What a sound and a movement tell apart: how many moves there are, whose turn it is, whether it is over, and the stones. */
const seen = () => ({
  plies: all('.plies a').length, mine: Boolean($('#match') && $('#table form.send:not(.picks)')), over: Boolean($('.ending')),
  stones: new Set(all(STONES).map(place)),
});
const STONES = '.board circle.f.first, .board circle.f.second';
const place = (it) => `${it.getAttribute('class')} ${it.getAttribute('cx')} ${it.getAttribute('cy')}`;

/** Lets what is new be heard and seen to come. */
function arrive(before) {
  const now = seen();
  if (now.over && !before.over) sound('end');
  else if (now.mine && !before.mine) sound('turn');
  else if (now.plies > before.plies) sound('move');
  const fresh = all(STONES).filter((it) => !before.stones.has(place(it)));
  if (!fresh.length || fresh.length > 4 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const it of fresh) it.animate?.([{ opacity: 0.2, scale: 1.35 }, { opacity: 1, scale: 1 }], { duration: 180, easing: 'ease-out' });
}

/** How the buttons stand that only scripts have. */
function tastes() {
  for (const it of all('.scripted')) it.hidden = false;
  $('#sounds')?.setAttribute('aria-pressed', String(taste('sounds') === 'on'));
  $('#pause')?.setAttribute('aria-pressed', String(taste('pause') !== 'off'));
}

document.addEventListener('click', ({ target: { id } }) => {
  if (id !== 'sounds' && id !== 'pause') return;
  const on = $(`#${id}`).getAttribute('aria-pressed') !== 'true';
  keep(id, on ? 'on' : 'off');
  tastes();
  if (id === 'sounds' && on) sound('turn');
});
