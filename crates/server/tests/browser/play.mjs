// Turns as people make them, at any game: nothing here knows one.

const SPOTS = '.board a.spot:not(.chosen)';

/** Everything a turn may be made of, as it stands. */
const spots = (page) => page.locator(SPOTS).evaluateAll((all) => all.map((it) => it.dataset.word));

const WORDS = '.words button, .picks button';

const words = (page) => page.locator(WORDS).count();

/** Whether it is this page's turn, once that is known. */
export const mayPlay = (page) => page.locator('.send').count().then((n) => n > 0);

/** Clicks one place, what it may become, and the button. `settle` waits until the page has answered. */
async function put(page, word, press, settle) {
  const before = await page.locator('#walk').innerText();
  const changed = async () => (await page.locator('#walk').innerText()) !== before || (await page.locator('.ending').count()) > 0;
  // What the server knows to be chosen is in the way to take it back.
  const chosen = () => page.locator('.send a.step').getAttribute('href', { timeout: 200 }).then(async (it) => it && page.locator('#turn').inputValue()).catch(() => '');
  await press(page.locator(`.board [data-word="${CSS_escape(word)}"]`));
  await settle(async () => (await changed()) || (await chosen()) !== '').catch((error) => { throw new Error(`${error.message}: ${word} was pressed`); });
  for (let step = 0; step < 4 && !(await changed()); step += 1) {
    const was = await chosen();
    if (await page.locator('.send .primary', { hasText: /Play ./ }).count()) {
      await press(page.locator('.send .primary').first());
      await settle(changed);
      return;
    }
    await press(page.locator('.choices a').first());
    await settle(async () => (await changed()) || (await chosen()) !== was);
  }
}

const CSS_escape = (word) => word.replace(/["\\]/g, '\\$&');

/** Waits until something is so. */
export async function until(what, so, ms = 15000) {
  const end = Date.now() + ms;
  // Asking is work for both: what is not so soon is asked for less often.
  for (let wait = 10; !(await so().catch(() => false)); wait = Math.min(100, wait * 1.3)) {
    if (Date.now() > end) throw new Error(`it took too long until ${what}`);
    await new Promise((done) => setTimeout(done, wait));
  }
}

const settle = (page) => (so) => until(`the page has answered at ${page.url()}`, so);

/** A turn by mouse or finger. */
export async function byMouse(page, roll) {
  const press = (it) => it.click({ force: true, position: undefined });
  return turn(page, roll, press);
}

/** A turn by the keyboard alone: the board by arrow keys, the rest by Tab's stops and Enter. */
export async function byKeyboard(page, roll) {
  const press = async (it) => {
    const word = await it.getAttribute('data-word');
    if (word === null) { await it.focus(); await page.keyboard.press('Enter'); return; }
    await walkTo(page, word);
    await page.keyboard.press('Enter');
  };
  return turn(page, roll, press);
}

/** Walks from the board's one stop to a place: to its row, then along it. */
async function walkTo(page, word) {
  // Whoever has clicked last steps through the moves by these keys; the Tab key comes back to the board.
  await page.keyboard.press('Tab');
  await page.locator('.board [data-word][tabindex="0"]').focus();
  const where = () => page.evaluate((word) => {
    const rows = [...document.querySelectorAll('.board [role=row]')].map((row) => [...row.querySelectorAll('[data-word]')]);
    const find = (it) => { const row = rows.findIndex((row) => row.includes(it)); return [row, rows[row]?.indexOf(it)]; };
    const to = rows.flat().find((it) => it.dataset.word === word);
    return [...find(document.activeElement), ...find(to)];
  }, word);
  for (let steps = 0; steps < 120; steps += 1) {
    const [row, column, toRow, toColumn] = await where();
    if (row === toRow && column === toColumn) return;
    const key = row !== toRow ? (row < toRow ? 'ArrowDown' : 'ArrowUp') : (column < toColumn ? 'ArrowRight' : 'ArrowLeft');
    await page.keyboard.press(key);
  }
  throw new Error(`the arrow keys do not lead to ${word}`);
}

async function turn(page, roll, press) {
  const all = await spots(page);
  const buttons = await words(page);
  const other = all.length === 0 || (buttons > 0 && roll(12) === 0);
  if (other && buttons > 0) {
    const before = await page.locator('#walk').innerText();
    // The last word: choices come after passes.
    await press(page.locator(WORDS).nth(roll(buttons)));
    await settle(page)(async () => (await page.locator('#walk').innerText()) !== before || (await page.locator('.ending').count()) > 0);
    return;
  }
  await put(page, all[roll(all.length)], press, settle(page));
}

/** A match of a game on its smallest board, begun from the game's own form. */
export async function begin(page, game, how) {
  await page.goto(`/play/${game}`);
  const details = page.locator('form.begin details');
  if (!(await details.evaluate((it) => it.open).catch(() => false))) await page.locator('form.begin summary').click();
  for (const field of await page.locator('form.begin [name^="o-"]').all()) {
    const name = await field.getAttribute('name');
    if (await field.evaluate((it) => it.tagName === 'SELECT')) {
      const values = await field.locator('option').evaluateAll((all) => all.map((it) => it.value));
      // Numbers: the smallest board that is more than a joke. Words stay as they are.
      if (values.every((it) => /^\d+$/.test(it))) await field.selectOption(values.find((it) => Number(it) >= 5) ?? values.at(-1));
    } else if (name !== 'o-win_size') {
      // A handful of turns at least.
      await field.fill(String(Math.max(24, Number(await field.getAttribute('min')))));
    }
  }
  if (how.seat) await page.locator('form.begin [name=seat]').selectOption(how.seat);
  if (how.level) await page.locator('form.begin [name=level]').selectOption(String(how.level));
  await page.locator(`form.begin button[value=${how.with}]`).click();
  await page.waitForURL(how.with === 'computer' ? /\/match\/\d+/ : /\/challenge\/\d+/);
}

/** Writes a move where moves are written: the line for it unfolds first. */
export async function write(page, text) {
  const line = page.locator('#turn');
  if (!(await line.isVisible())) await page.locator('.typing summary').click();
  await line.fill(text);
}
