// What a page owes to people who look at it in their own way: forced colours, paper, large writing, no movement, another script.

import { dice, visitor } from './club.mjs';
import { begin, byMouse, mayPlay, until } from './play.mjs';

export const manners = ({ test, is, club, browser, games, pair }) => {
  /** A board of each game with some turns on it, looked at. */
  const boards = async (page, look) => {
    for (const game of games) {
      await page.goto(`/analysis/${game}`);
      const roll = dice(5);
      for (let n = 0; n < 4 && (await mayPlay(page)); n += 1) await byMouse(page, roll);
      await look(game);
    }
  };
  const style = (page, selector, name) => page.locator(selector).evaluateAll((all, name) => all.map((it) => getComputedStyle(it).getPropertyValue(name)), name);

  for (const dark of [false, true]) {
    test(`with forced colours both sides, the turn, the menu and what is off are told apart, ${dark ? 'dark' : 'light'}`, async () => {
      const page = await visitor(browser, club);
      await page.emulateMedia({ forcedColors: 'active', colorScheme: dark ? 'dark' : 'light' });
      await boards(page, async (game) => {
        const chips = await style(page, '.sides .chip', 'background-color');
        is(`the chips of ${game} differ: ${chips}`, new Set(chips).size === chips.length && chips.length === 2);
        is(`the side to move is marked in ${game}`, (await style(page, '.sides .moves', 'outline-style'))[0] === 'solid');
        const [first, second] = await page.evaluate(() => ['first', 'second'].map((side) => [...document.querySelectorAll(`.board .f.${side}, .board .s.${side}`)].map((it) => { const { fill, stroke } = getComputedStyle(it); return fill === 'none' ? stroke : fill; })[0]));
        is(`the sides' pieces of ${game} differ: ${first} ${second}`, first !== second);
        const ground = (await style(page, 'body', 'background-color'))[0];
        is(`the letters of ${game} are seen`, (await style(page, '.board text.text', 'fill')).every((it) => it !== ground));
      });
      is('the menu shows where one is', (await style(page, '.top nav a[aria-current]', 'border-bottom-style'))[0] === 'solid');
      is('so do the moves', (await style(page, '.plies a[aria-current]', 'background-color'))[0] !== (await style(page, '.plies a:not([aria-current])', 'background-color'))[0]);
      is('what is off looks so', (await style(page, '.button.off', 'border-top-style'))[0] === 'dashed');
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/forced-${dark}.png` });
      await page.context().close();
    });
  }

  test('a printed board fills its sheet, and nothing on it waits for a click', async () => {
    const page = await visitor(browser, club);
    // What A4 has between its margins.
    await page.setViewportSize({ width: 718, height: 1047 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await boards(page, async (game) => {
      await page.emulateMedia({ media: 'print' });
      const { wide, high } = await page.locator('svg.board').evaluate((it) => { const box = it.getBoundingClientRect(); return { wide: box.width / innerWidth, high: box.height / innerHeight }; });
      is(`the board of ${game} is large: ${wide} ${high}`, wide > 0.95 || high > 0.75);
      const left = await page.locator('nav, button, input, .button, .bottom, details').evaluateAll((all) => all.filter((it) => it.checkVisibility()).map((it) => it.outerHTML.slice(0, 80)));
      is(`nothing can be clicked on: ${left}`, left.length === 0);
      is('the paper is white', (await style(page, 'body', 'background-color'))[0] === 'rgb(255, 255, 255)');
      const pdf = await page.pdf({ format: 'A4', margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' } });
      const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length;
      is(`${game} takes one sheet, not ${sheets}`, sheets === 1);
      await page.emulateMedia({ media: 'screen' });
    });
    await page.context().close();
  });

  test('nothing moves for those who want no movement', async () => {
    const page = await visitor(browser, club, { pause: 'on' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await begin(page, games[0], { with: 'computer', level: 1, seat: 'first' });
    await page.evaluate(() => {
      window.moved = [];
      const look = () => { window.moved.push(...document.getAnimations().filter((it) => it.effect.getComputedTiming().duration > 1).map((it) => it.animationName ?? it.transitionProperty)); requestAnimationFrame(look); };
      look();
    });
    const roll = dice(8);
    for (let n = 0; n < 3; n += 1) { await until('it is one\'s turn', () => mayPlay(page)); await byMouse(page, roll); }
    is('nothing moved', (await page.evaluate(() => window.moved)).length === 0);
    await page.context().close();
  });

  test('pages can be enlarged to 200 and 400 %, and their writing alone to 200 %', async () => {
    const page = await visitor(browser, club);
    const paths = ['/', '/games', '/lobby', '/puzzles', '/settings', '/sign-up', ...games.flatMap((game) => [`/games/${game}`, `/play/${game}`, `/analysis/${game}`])];
    const wide = [];
    for (const path of paths) {
      await page.goto(path);
      for (const [percent, letters] of [[200, 1], [400, 1], [100, 2], [200, 2]]) {
        await page.setViewportSize({ width: 128000 / percent, height: Math.round(85000 / percent) });
        const by = await page.evaluate((letters) => { document.documentElement.style.fontSize = `${letters * 100}%`; return document.documentElement.scrollWidth - innerWidth; }, letters);
        if (by > 0) wide.push(`${path} at ${percent} %, letters ${letters} times, by ${by}`);
      }
    }
    is(`no page is wider than its window: ${wide.join('; ')}`, wide.length === 0);
    await page.context().close();
  });

  test('in a small window the board stays where it is while turns are played', async () => {
    // The last one as in a browser that never holds a page in place by itself.
    for (const [width, height, anchor] of [[740, 360, 'auto'], [800, 600, 'auto'], [640, 450, 'none']]) {
      const page = await visitor(browser, club, { free: true });
      await page.setViewportSize({ width, height });
      await begin(page, 'hex', { with: 'computer', level: 1, seat: 'first' });
      await page.addStyleTag({ content: `html{overflow-anchor:${anchor}}` });
      await page.locator('.board').evaluate((it) => it.scrollIntoView({ block: 'center' }));
      const top = () => page.evaluate(() => Math.round(document.querySelector('.board').getBoundingClientRect().top));
      const before = await top();
      for (const word of ['D1', 'B3', 'B4', 'B5']) {
        if (!(await page.locator(`.board a.spot[data-word="${word}"]`).count())) continue;
        const plies = await page.locator('.plies a').count();
        await page.locator(`.board [data-word="${word}"] circle`).click({ force: true });
        await until('the computer has answered', async () => (await page.locator('.plies a').count()) > plies + 1 && (await mayPlay(page)));
        const now = await top();
        is(`after ${word} at ${width}x${height} the board is at ${now}, not ${before}`, Math.abs(now - before) < 5);
      }
      is('nothing broke', page.faults.length === 0);
      await page.context().close();
    }
  });

  test('browsers that do not know light-dark() show the light colours', async () => {
    const seen = async (old) => {
      const page = await visitor(browser, club, { dark: old });
      if (old) {
        await page.route('**/crosscut.css', async (it) => {
          const answer = await it.fetch();
          await it.fulfill({ response: answer, body: (await answer.text()).replaceAll('light-dark(', 'not-there(') });
        });
      }
      const all = [];
      for (const path of ['/', ...games.map((game) => `/analysis/${game}`)]) {
        await page.goto(path);
        all.push(...await page.locator('body *').evaluateAll((all) => all.map((it) => { const { color, backgroundColor, borderTopColor, fill, stroke } = getComputedStyle(it); return `${it.tagName} ${it.getAttribute('class')}: ${[color, backgroundColor, borderTopColor, fill, stroke]}`; })));
      }
      await page.context().close();
      return all;
    };
    const [now, before] = [await seen(false), await seen(true)];
    const other = now.filter((it, n) => it !== before[n]);
    is(`${other.length} of ${now.length} look different, first ${other[0]}`, other.length === 0 && now.length > 100);
  });

  test('what was said last is seen', async () => {
    const [one, other] = await pair(games[0]);
    for (let n = 1; n <= 12; n += 1) {
      await other.locator('#words').fill(`remark ${n} of a dozen, which together fill more than the box`);
      await other.locator('.speak button').click();
      await until('it is heard', async () => (await one.locator('#talk').innerText()).includes(`remark ${n} `));
    }
    const below = (page) => page.locator('#talk').evaluate((it) => it.scrollHeight - it.scrollTop - it.clientHeight);
    for (const page of [one, other]) is('the last one is in sight', (await below(page)) < 2);
    await one.reload();
    is('there is more than the box holds', (await one.locator('#talk').evaluate((it) => it.scrollHeight - it.clientHeight)) > 50);
    await until('the last one is in sight again', async () => (await below(one)) < 2);
    for (const page of [one, other]) { is('nothing broke', page.faults.length === 0); await page.context().close(); }
  });

  test('what is written from right to left is shown so, and leaves the rest in its place', async () => {
    const [one, other] = await pair(games[0]);
    await other.locator('#words').fill('שלום A2!');
    await other.locator('.speak button').click();
    await until('it is heard', async () => (await one.locator('#talk').innerText()).includes('שלום'));
    /** Where a letter of what was said stands. */
    const at = (letter) => one.locator('#talk p').last().evaluate((it, letter) => {
      const walk = document.createTreeWalker(it, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node, from; (node = walk.nextNode());) {
        if ((from = node.data.indexOf(letter)) < 0) continue;
        range.setStart(node, from);
        range.setEnd(node, from + 1);
        return range.getBoundingClientRect().x - it.getBoundingClientRect().x;
      }
      return null;
    }, letter);
    is('it ends at the left', (await at('!')) < (await at('A')) && (await at('A')) < (await at('ש')));
    is('its speaker stays at the left', (await at('g')) < 20);
    if (process.env.SHOTS) await one.screenshot({ path: `${process.env.SHOTS}/right-to-left.png`, fullPage: true });
    for (const page of [one, other]) { is('nothing broke', page.faults.length === 0); await page.context().close(); }
    // Names are in Latin letters, so that they can be written in mails and commands: another is refused where it was written.
    const page = await visitor(browser, club);
    await page.goto('/sign-up');
    await page.locator('[name=name]').fill('שמעון');
    await page.locator('[name=password]').fill('correct horse battery');
    await page.locator('main button.primary').click();
    await page.locator('main [role=alert]').waitFor();
    is('the name is still there', (await page.locator('[name=name]').inputValue()) === 'שמעון');
    await page.context().close();
  });
};
