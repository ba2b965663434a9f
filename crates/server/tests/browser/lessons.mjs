// What a newcomer is told: the decisions of an opening, the first steps, lessons, and pictures on the help pages.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { byMouse, mayPlay, until, write } from './play.mjs';
import { dice, faults, visitor } from './club.mjs';

/** The boards of a game's lesson, as its folder has them. */
function boards(game) {
  const path = new URL(`../../../games/src/${game.replaceAll('-', '_')}/lesson.txt`, import.meta.url);
  const blocks = readFileSync(fileURLToPath(path), 'utf8').split('\n\n').filter((it) => /^step:/m.test(it));
  return blocks.map((block) => Object.fromEntries(block.trim().split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2))));
}

export function lessons({ test, is, club, browser, games }) {
  const clean = async (page) => { const found = await faults(page); is(`${page.url()}: ${found.join('; ')}`, found.length === 0); };
  const send = async (page, text) => { await write(page, text); await page.locator('.send .primary').first().click(); };

  for (const scripts of [true, false]) {
    test(`the lesson of each game is gone through, ${scripts ? 'at 360 px' : 'without scripts'}`, async () => {
      const page = await visitor(browser, club, { scripts, width: scripts ? 360 : 1280, dark: scripts });
      for (const game of games) {
        const all = boards(game);
        await page.goto(`/games/${game}`);
        await page.locator('a', { hasText: `Learn it: ${all.length} small boards` }).click();
        await page.waitForURL(/\/lesson/);
        is('every board has its place', (await page.locator('.boards a').count()) === all.length);
        for (const [at, board] of all.entries()) {
          await page.goto(`/games/${game}/lesson?at=${at + 1}`);
          is('it says what to do', (await page.locator('.task').innerText()) === board.task);
          is('it may be done', await mayPlay(page));
          if (scripts && at < 2) await clean(page);
          if (board.answer === 'any') { await byMouse(page, dice(at + 3)).catch(() => {}); } else if (board.answer && !board.answer.includes('*')) await send(page, board.answer.split('|')[0].trim());
          else continue;
          await until(`board ${at + 1} of ${game} is done`, async () => (await page.locator('.verdict.right').count()) > 0);
          is('it says why', (await page.locator('.verdict').innerText()).includes(board.why));
          is('that is marked', (await page.locator(`.boards a >> nth=${at}`).getAttribute('class')) === 'done');
          const words = await page.locator('#news .row a').first().innerText();
          is('it goes on', words === (at + 1 < all.length ? 'Next board' : 'Play your first game'));
        }
        await page.goto(`/games/${game}`);
        is('what was learnt is kept', (await page.locator('.game-head').innerText()).includes('done'));
      }
      await page.goto(`/games/${games[0]}/lesson?at=3`);
      await send(page, 'A1');
      await until('a wrong turn is told', async () => (await page.locator('.verdict.wrong').count()) > 0);
      await page.getByText('Try again').click();
      await until('one may try again', () => mayPlay(page));
      await write(page, '');
      await page.locator('.send .primary').first().click();
      await until('nothing chosen is told', async () => /choose a place/i.test(await page.locator('.advice [role=alert]').innerText()));
      const odd = await page.request.get(`/games/${games[0]}/lesson?at=99`, { failOnStatusCode: false });
      is('a board that is not there is told', odd.status() === 404 && /there are \d/.test(await odd.text()));
      await page.context().close();
    });
  }

  test('a swap is told, offered with a picture, and announced, at 390 px', async () => {
    for (const game of games) {
      const probe = await visitor(browser, club);
      await probe.goto(`/play/${game}`);
      const swaps = (await probe.locator('[name=o-opening] option[value=swap]').count()) > 0;
      await probe.context().close();
      if (!swaps) continue;
      const [one, other] = [await visitor(browser, club, { width: 390 }), await visitor(browser, club, { width: 390 })];
      const form = { game, with: 'friend', seat: 'first', 'o-opening': 'swap' };
      const made = await one.request.post('/play', { form, maxRedirects: 0 });
      // Without a cookie the way leads by the page that asks for one.
      const link = new URL(made.headers().location, club.url).searchParams.get('to');
      await other.goto(link);
      await other.locator('button[value=accept]').click();
      await other.waitForURL(/\/match\/\d+/);
      await one.goto(other.url());
      is(`${game}: what will be decided is told`, /^Opening: place .* swap/.test(await one.locator('.decision').innerText()));
      is('no side is anybody’s yet', !/You/.test(await one.locator('.sides').innerText()));
      await byMouse(one, dice(5));
      await until('the other is asked', async () => (await other.locator('.picks button').count()) === 1);
      const button = other.locator('.picks button');
      is('it says what a swap is', /^Swap: take the first .* as yours and play .*, (join|clos|scor)ing/.test(await button.innerText()));
      is('with a picture', (await button.locator('svg').count()) === 1);
      const [at, board] = [await button.boundingBox(), await other.locator('.board').boundingBox()];
      is('above the board', at.y + at.height <= board.y + 1 && at.height >= 44);
      await clean(other);
      await button.click();
      await until('it is announced', async () => /swapped: you play .* now, /.test(await one.locator('p.told').innerText()));
      is('goals stand above the board', /You \(.*\) join .*/.test(await one.locator('.sides').innerText()));
      const [sides, below] = [await one.locator('.sides').boundingBox(), await one.locator('.board').boundingBox()];
      is('above', sides.y + sides.height <= below.y);
      await clean(one);
      if (process.env.SHOTS) await one.screenshot({ path: `${process.env.SHOTS}/swapped-${game}.png`, fullPage: true });
      for (const page of [one, other]) await page.context().close();
    }
  });

  for (const scripts of [true, false]) {
    test(`the first steps are told at the board, once, ${scripts ? 'step by step' : 'without scripts'}`, async () => {
      const page = await visitor(browser, club, { scripts });
      for (const game of games.slice(0, scripts ? games.length : 2)) {
        await page.goto(`/games/${game}`);
        await page.getByRole('button', { name: 'My first game' }).click();
        await page.waitForURL(/\/match\/\d+/);
        const guide = () => page.locator('.guide').innerText();
        is(`${game}: where to begin`, (await guide()).startsWith('1 of 3.'));
        is('one may be led', (await page.locator('.guide a', { hasText: 'Lesson' }).count()) === 1);
        if (scripts) {
          await byMouse(page, dice(7));
          await until('what wins is told next', async () => (await mayPlay(page)) && (await guide()).startsWith('2 of 3.'));
          await page.locator('.guide').getByRole('button', { name: 'Next' }).click();
          await until('then what matters', async () => (await guide()).startsWith('3 of 3.'));
          await page.locator('.guide').getByRole('button', { name: 'Got it' }).click();
        } else await page.locator('.guide').getByRole('button', { name: 'Skip' }).click();
        await until('that was it', async () => (await page.locator('.guide').count()) === 0);
        await page.goto(`/games/${game}`);
        await page.getByRole('button', { name: 'My first game' }).click();
        await page.waitForURL(/\/match\/\d+/);
        await page.waitForSelector('.send');
        is('it is not told again', (await page.locator('.guide').count()) === 0);
      }
      await page.context().close();
    });
  }

  test('help pages show boards as pictures, and nothing in terms', async () => {
    const page = await visitor(browser, club);
    for (const game of games) {
      await page.goto(`/games/${game}`);
      const [pictures, figures] = [await page.locator('.prose .diagram svg').count(), await page.locator('.prose .diagram').count()];
      is(`${game}: ${pictures} pictures in ${figures} diagrams`, pictures >= Math.min(2, figures));
      const text = await page.locator('main').innerText();
      is('options are said', !/if nothing is said|opening=none, |num tiles|scores more points than/.test(text.split('\n').slice(0, 30).join('\n')));
      is('the first game is said', /New here\? .*(by|dots|official)/.test(text));
    }
    await page.context().close();
  });

  test('empty triangles can be seen in the dark, and the choice of a tile is on the first screen of a telephone', async () => {
    const page = await visitor(browser, club, { width: 390, dark: true });
    let found = 0;
    for (const game of games) {
      await page.goto(`/analysis/${game}`);
      const spot = page.locator('.board a.spot').first();
      await spot.click({ force: true });
      await until('it is chosen', async () => new URL(page.url()).searchParams.get('turn') || (await page.locator('.plies a').count()) > 0);
      if (!(await page.locator('.choices').count())) continue;
      found += 1;
      await page.evaluate(() => scrollTo(0, 0));
      const box = await page.locator('.choices').boundingBox();
      is(`${game}: the choice is on the screen: ${box.y + box.height}`, box.y >= 0 && box.y + box.height <= 740);
      const cut = await page.locator('.choices svg').evaluateAll((all) => all.filter((svg) => {
        const [x, y, w, h] = svg.getAttribute('viewBox').split(' ').map(Number);
        const box = [...svg.querySelectorAll('circle.last, .s.last')].map((it) => it.getBBox());
        return box.some((it) => it.x < x || it.y < y || it.x + it.width > x + w || it.y + it.height > y + h);
      }).length);
      is('previews are whole', cut === 0);
      const apart = await page.evaluate(() => {
        const rgb = (text) => text.match(/[\d.]+/g).slice(0, 3).map(Number);
        const cell = document.querySelector('.board .f.cell');
        if (!cell) return 99;
        const [a, b] = [rgb(getComputedStyle(cell).fill), rgb(getComputedStyle(document.querySelector('.board-room')).backgroundColor)];
        return Math.hypot(...a.map((it, at) => it - b[at]));
      });
      is(`an empty place differs from the table by ${apart}`, apart > 30);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/choice-${game}.png` });
    }
    is('some game has choices', found > 0);
    await page.context().close();
  });
}
