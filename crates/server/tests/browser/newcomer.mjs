// The way of somebody who knows nothing, from the front page to the review of a game they have won: only what the pages say.

import { mayPlay, until } from './play.mjs';
import { visitor } from './club.mjs';

export function newcomer({ test, is, club, browser }) {
  test('a newcomer finds the way: an official game, a side, a win, a rematch and a review', async () => {
    const [me, friend] = [await visitor(browser, club, { width: 390 }), await visitor(browser, club)];
    await me.goto('/');
    await me.getByRole('link', { name: 'the official game' }).click();
    await me.waitForURL(/\/games\//);
    is('the official game is named', /official game, .*: 15 by 15/.test(await me.locator('form.begin').innerText()));
    await me.locator('form.begin summary').click();
    await me.locator('form.begin [name=seat]').selectOption({ label: 'my opponent' });
    await me.getByRole('button', { name: 'Play a friend by link' }).click();
    await me.waitForURL(/\/challenge\//);
    await friend.goto(await me.locator('#link').inputValue());
    await friend.locator('button[value=accept]').click();
    await friend.waitForURL(/\/match\/\d+/);
    await me.waitForURL(friend.url());

    // The friend lays the opening, in a corner; the page says for whom and what comes next.
    for (const [turn, colour] of [[1, 'Navy'], [2, 'Orange'], [3, 'Navy']]) {
      await until(`opening turn ${turn}`, async () => (await friend.locator('.decision').innerText()).startsWith(`Opening turn ${turn} of 3: place one or two stones for ${colour}, or pass.`));
      is('I am told too', turn > 1 || /Opening turn 1 of 3: .* places .* Then you choose a side/.test(await me.locator('.decision').innerText()));
      await put(friend, [`A${turn}`]);
    }
    await until('I choose', async () => (await me.locator('.picks button').count()) === 2);
    await me.getByRole('button', { name: 'Play Navy, joining top and bottom' }).click();
    await until('it is announced', async () => /chose Navy: you play Orange/.test(await friend.locator('p.told').innerText()));
    await until('my goal is told', async () => /You \(Navy\) join top and bottom/.test(await me.locator('.sides').innerText()));

    // Down a column, two stones three apart: the lit points say which.
    const mine = [['H1', 'H4'], ['H7', 'H10'], ['H2', 'H5'], ['H8', 'H11'], ['H3', 'H6'], ['H9', 'H12'], ['H13'], ['H14'], ['H15']];
    for (let n = 0; !(await me.locator('.ending').count()); n += 1) {
      await until('the friend may play', () => mayPlay(friend));
      await put(friend, [`B${n + 1}`]);
      await until('I may play', () => mayPlay(me));
      is('the board says whose turn it is', /Your turn/.test(await me.locator('.status').innerText()));
      await put(me, mine[n]);
    }
    is('I won', /won/i.test(await me.locator('main').innerText()));

    await me.getByRole('button', { name: /again|rematch/i }).first().click();
    await until('the friend is asked', async () => (await friend.locator('.question').count()) > 0);
    await friend.getByRole('button', { name: 'Accept' }).click();
    const first = new URL(me.url()).pathname;
    const gone = () => new URL(me.url()).pathname !== first;
    const next = me.locator('#news a.primary[href^="/match/"]');
    await until('there is a way to the next match', async () => gone() || (await next.count()) > 0);
    if (!gone()) await next.first().click();
    await until('it is another match', async () => gone());
    await me.goto(first);
    await me.getByRole('link', { name: /review|analysis board/i }).first().click();
    await me.waitForURL(/\/analysis\//);
    is('the whole game is there', (await me.locator('.plies a').count()) >= 20);
    for (const page of [me, friend]) await page.context().close();
  });
}

/** Clicks places, one after the other, and plays them. */
async function put(page, words) {
  const plies = async () => page.locator('.plies a').count();
  const before = await plies();
  const done = async () => (await plies()) > before || (await page.locator('.ending').count()) > 0;
  for (const [at, word] of words.entries()) {
    if (at > 0) await until(`${word} is lit`, async () => (await page.locator(`.board .lit[data-word="${word}"]`).count()) === 1);
    await page.locator(`.board [data-word="${word}"]`).click({ force: true });
    await until(`${word} is chosen`, async () => (await done()) || (await page.locator(`.board .chosen[data-word="${word}"]`).count()) === 1);
  }
  if (!(await done())) await page.locator('.send .primary', { hasText: /Play ./ }).first().click();
  await until('it is played', done);
}
