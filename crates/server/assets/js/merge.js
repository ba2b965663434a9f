// Pages work without all this. With it, the parts of a page that change are fetched and put in place, and the board has one
// stop for the Tab key and is walked with the arrow keys. The files of this folder are sent as one.

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// Merging: what is there becomes as what was fetched. What is alike stays, with its focus and what was written in it.

const FIELDS = 'input:not([type=hidden]), textarea, select';

/** Whether a field says something else than the page said. */
function touched(field) {
  if (field.options) return [...field.options].findIndex((it) => it.selected) !== Math.max(0, [...field.options].findIndex((it) => it.defaultSelected));
  return /^(checkbox|radio)$/.test(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

/** What tells a node from its neighbours. What does different things never becomes each other: the focus may be on it. */
const mark = (node) => node.id || node.dataset?.word || (node.name === 'what' ? node.value : node.getAttribute?.('name'))
  || (node.matches?.('.board-room, .question') ? $('button', node)?.value ?? 'board' : '');
const alike = (one, other) => one?.nodeName === other.nodeName && mark(one) === mark(other);

/** What this script or the visitor has set is not the page's to take away. */
const ours = (node, name) => (name === 'open' && node.matches('details')) || (name === 'tabindex' && node.matches('[data-word], [data-live]'));

/** Makes a node as a fresh one that is alike. Fields that were touched keep what is in them, unless it is done with. */
function merge(old, fresh, done = false) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  const field = old.matches(FIELDS);
  const stays = field && !done && touched(old);
  if (!old.isEqualNode(fresh)) {
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !ours(old, name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value && !ours(old, name)) old.setAttribute(name, value);
    if (old.matches('details') && $('[role=alert]', fresh)) old.open = true;
    if (!stays || !old.options) children(old, fresh, done);
  } else if (done) for (const it of all(FIELDS, old)) if (touched(it)) reset(it);
  if (field && !stays) reset(old);
}

function reset(field) {
  if (field.options) for (const it of field.options) it.selected = it.defaultSelected;
  else if (/^(checkbox|radio)$/.test(field.type)) field.checked = field.defaultChecked;
  else if (field.value !== field.defaultValue) field.value = field.defaultValue;
}

function children(old, fresh, done) {
  let at = old.firstChild;
  const kept = [...fresh.childNodes].filter(mark);
  for (const kid of fresh.childNodes) {
    let same = alike(at, kid) ? at : null;
    // What is known by a name may stand further down.
    if (!same && mark(kid)) for (let it = at; it && !same; it = it.nextSibling) if (alike(it, kid)) same = it;
    if (!same) { old.insertBefore(document.importNode(kid, true), at); continue; }
    // What stood before it and is gone goes first, so that what stays is not moved: that would lose its focus and what it was scrolled to.
    while (at !== same && !kept.some((it) => alike(at, it))) { const next = at.nextSibling; at.remove(); at = next; }
    if (same === at) at = at.nextSibling;
    else old.insertBefore(same, at);
    merge(same, kid, done);
  }
  while (at) { const next = at.nextSibling; at.remove(); at = next; }
}

/** Whether a turn is being written that the fresh part is still about: then what shows it stays too. */
function written(old, fresh) {
  const ply = (part) => $('[name=ply], [name=at], [name=line]', part)?.value;
  const turn = $('#turn', old);
  return turn !== null && touched(turn) && $('#turn', fresh) !== null && ply(old) === ply(fresh);
}
