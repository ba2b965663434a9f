// What is done in every browser, beside the server and far away from it. What a driver cannot do is named in `LEFT_OUT`.

import { BROWSER, browse, dice, visitor } from './club.mjs';
import { far } from './far.mjs';
import { begin, byKeyboard, byMouse, mayPlay, until, write } from './play.mjs';

/** By browser, what its driver cannot do, and why. */
export const LEFT_OUT = {
  Firefox: ['a cut network: BiDi has no command for it, so the server is stopped instead'],
  WebKitGTK: [
    'a cut network: WebDriver has no command for it, so the server is stopped instead',
    'pages without scripts: WebDriver reads pages by scripts',
    'windows narrower than 460 pixels: the browser\'s own buttons need as much',
    'dark and forced colours, less movement, touch: WebDriver cannot set them',
    'the back/forward cache: WebDriver goes back by loading the page again',
  ],
};

const AWAY = 700;

export const everywhere = ({ test, is, club, games, pair, visit, name }) => {
  const over = async (page) => (await page.locator('.ending').count()) > 0;
  const plies = (page) => page.locator('.plies a').count();
  const sound = (pages) => { for (const page of pages) is(`nothing broke: ${page.faults.join('; ')}`, page.faults.length === 0); };
  const leave = async (...pages) => { sound(pages); for (const page of pages) await page.context().close(); };

  /** Two people in a match, at a club that may be far away: a visitor is the same at all of an address' ports. */
  const meet = async (game, at) => {
    const pages = await pair(game);
    if (at !== club) for (const page of pages) await page.goto(at.url + new URL(page.url()).pathname);
    return pages;
  };

  for (const ms of [0, AWAY]) {
    const there = ms ? `, ${ms} ms away` : '';
    const at = async (what) => {
      const it = ms ? await far(club, ms) : club;
      try { await what(it); } finally { if (ms) await it.close(); }
    };

    test(`a newcomer plays from the front page${there}, in ${name}`, () => at(async (it) => {
      const page = await visit(it);
      await page.goto('/');
      await page.locator('.hero .primary').first().click();
      await page.waitForURL(/\/match\/\d+/);
      const roll = dice(3);
      for (let n = 0; n < (ms ? 2 : 200) && !(await over(page)); n += 1) {
        await until('it is one\'s turn', async () => (await over(page)) || (await mayPlay(page)));
        if (!(await over(page))) await byMouse(page, roll);
      }
      if (!(await over(page))) {
        await page.locator('.grave summary').click();
        await page.locator('.grave button').click();
      }
      await until('the end is told', () => over(page));
      const first = page.url();
      await page.getByRole('button', { name: /again|rematch/i }).first().click();
      await page.waitForURL((url) => /\/match\/\d+/.test(url.pathname) && url.href !== first);
      await until('the next match is there', async () => !(await over(page)) && (await page.locator('.board').count()) > 0);
      await leave(page);
    }));

    games.forEach((game, nth) => {
      // Far away each kind of turn once: one place, two, and one that asks what it shall become.
      if (ms && nth % 4) return;
      test(`two people play ${game}${there}, in ${name}`, () => at(async (it) => {
        const [one, other] = await meet(game, it);
        const roll = dice(nth + 51);
        const ended = async () => (await over(one)) && (await over(other));
        for (let n = 0; n < (ms ? 2 : 4) && !(await ended()); n += 1) {
          await until('somebody may play', async () => (await mayPlay(one)) || (await mayPlay(other)) || ended());
          if (await ended()) break;
          const [mover, watcher] = (await mayPlay(one)) ? [one, other] : [other, one];
          const before = await plies(watcher);
          await (n % 2 ? byKeyboard : byMouse)(mover, roll);
          await until('the other sees it', async () => (await plies(watcher)) > before);
        }
        await one.locator('#words').fill('well played');
        await one.locator('.speak button').click();
        await until('it is heard', async () => (await other.locator('#talk').innerText()).includes('well played'));
        if (!(await ended())) {
          await other.locator('.grave summary').click();
          await other.locator('.grave button').click();
        }
        await until('both see the end', ended);
        await leave(one, other);
      }));
    });

    test(`what is written stays when the other says something${there}, in ${name}`, () => at(async (it) => {
      const [one, other] = await meet(games[0], it);
      const word = await one.locator('.board a.spot').first().getAttribute('data-word');
      await write(one, word);
      await until('the move is shown', async () => (await one.locator('.board .chosen, .board .fresh').count()) > 0);
      await other.locator('#words').fill('hello');
      await other.locator('.speak button').click();
      await until('it is heard', async () => (await one.locator('#talk').innerText()).includes('hello'));
      is('the move stays written', (await one.locator('#turn').inputValue()) === word);
      is('and shown', (await one.locator('.board .chosen, .board .fresh').count()) > 0);
      await leave(one, other);
    }));

    test(`the menu leads where it says while an answer is awaited${there}, in ${name}`, () => at(async (it) => {
      const page = await visit(it);
      for (const again of [false, true]) {
        await page.goto(`/analysis/${games[0]}`);
        await page.getByText('Ask the computer').first().click();
        await new Promise((done) => setTimeout(done, 150));
        if (again) await page.reload();
        else await page.locator('.top nav a').first().click();
        await until('the next page is there', async () => again || /\/games$/.test((await page.locator('h1').count()) ? page.url() : ''));
        // Whatever would lead back has had its time.
        await new Promise((done) => setTimeout(done, 800 + ms));
        is(`one stays there: ${page.url()}`, (await page.evaluate(() => location.pathname)) === (again ? `/analysis/${games[0]}` : '/games'));
      }
      await leave(page);
    }));

    test(`a stone that is put just before one leaves is not lost, and one's return shows what happened${there}, in ${name}`, () => at(async (it) => {
      const [one, other] = await meet(games[0], it);
      const { pathname } = new URL(one.url());
      await write(one, await one.locator('.board a.spot').first().getAttribute('data-word'));
      await until('the move is shown', async () => (await one.locator('.board .chosen, .board .fresh').count()) > 0);
      // Both in one breath: nothing can come between.
      await one.evaluate(() => { document.querySelector('.send .primary').click(); document.querySelector('.top nav a').click(); });
      await one.waitForURL(/\/games$/);
      await until('the other sees the stone', async () => (await plies(other)) === 1);
      await until('the other may go on', () => mayPlay(one).then(() => true));
      const seen = await plies(other);
      await one.goBack();
      await until('one is back', async () => (await one.locator('#match').count()) > 0 && new URL(one.url()).pathname === pathname);
      const began = Date.now();
      await until('the stone is there', async () => (await plies(one)) >= seen, 1500 + 3 * ms);
      if (process.env.TIMES) console.log(`   ${Date.now() - began} ms`);
      await leave(one, other);
    }));

  }

  test(`no page is wider than its window down to 180 pixels, in ${name}`, async () => {
    const page = await visit(club);
    const paths = ['/', '/games', '/lobby', '/puzzles', '/settings', '/sign-up', '/members', '/docs', '/docs/security', '/api', ...games.flatMap((game) => [`/games/${game}`, `/play/${game}`, `/analysis/${game}`])];
    const [one, other] = await pair(games[0]);
    const wide = [];
    await page.goto(one.url());
    paths.push(await page.evaluate(() => location.pathname));
    for (const path of paths) {
      await page.goto(path);
      for (const width of page.tab?.least ? [page.tab.least] : [320, 195, 180]) {
        await page.setViewportSize({ width, height: 400 });
        const by = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (by > 0) wide.push(`${path} at ${width} by ${by}`);
      }
    }
    is(`none is: ${wide.join(', ')}`, wide.length === 0);
    await leave(page, one, other);
  });

  test(`the place that the keys are on is in sight, in ${name}`, async () => {
    const page = await visit(club);
    await page.setViewportSize({ width: 500, height: 420 });
    await page.goto(`/analysis/${games[0]}`);
    await page.locator('.board [data-word][tabindex="0"]').focus();
    for (let n = 0; n < 9; n += 1) await page.keyboard.press('ArrowDown');
    const [at, high] = await page.evaluate(() => [document.activeElement.getBoundingClientRect().bottom, innerHeight]);
    is(`it ends at ${at} of ${high}`, await page.evaluate(() => document.activeElement.matches('.board [data-word]')) && at <= high + 1);
    await leave(page);
  });

  // Each of these has a browser of its own, since the browser is told so when it starts.
  const apart = async (how, what) => {
    const browser = await browse(how);
    try { await what(browser); } finally { await browser.close(); }
  };

  if (BROWSER !== 'webkit') test(`a page that comes back as it was in the middle of a turn goes on, in ${name}`, () => apart(BROWSER === 'chromium' ? { whole: true, ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}, async (browser) => {
    const [one, other] = await pair(games[0], {}, club, browser);
    const word = await one.locator('.board a.spot').first().getAttribute('data-word');
    await write(one, word);
    await until('the move is shown', async () => (await one.locator('.board .chosen, .board .fresh').count()) > 0);
    const { pathname } = new URL(one.url());
    await one.evaluate(() => { window.kept = true; });
    await one.evaluate(() => document.querySelector('.top nav a').click());
    await until('one is away', () => one.evaluate(() => location.pathname === '/games' && document.readyState === 'complete'));
    await other.locator('#words').fill('are you there?');
    await other.locator('.speak button').click();
    await until('it is said', async () => (await other.locator('#talk').innerText()).includes('are you there?'));
    await one.evaluate(() => { setTimeout(() => history.back()); });
    await until('one is back', () => one.evaluate((pathname) => location.pathname === pathname, pathname));
    is('it is the same page', await one.evaluate(() => window.kept === true));
    await until('one hears what was said meanwhile', async () => (await one.locator('#talk').innerText()).includes('are you there?'), 2000);
    is('the move is still written', (await one.locator('#turn').inputValue()) === word);
    await one.evaluate(() => document.querySelector('.send .primary').click());
    await until('it is played', async () => (await plies(other)) === 1);
    sound([one, other]);
  }));

  if (BROWSER === 'firefox') {
    test(`without scripts, by night and without movement one plays, in ${name}`, () => apart({ 'javascript.enabled': false, 'layout.css.prefers-color-scheme.content-override': 0, 'ui.prefersReducedMotion': 1 }, async (browser) => {
      const page = await visitor(browser, club);
      await page.goto('/');
      is('it is dark', await page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).every((it) => Number(it) < 60)));
      await page.locator('.hero .primary').first().click();
      await page.waitForURL(/\/match\/\d+/);
      is('no script has run', await page.evaluate(() => document.documentElement.dataset.turn === undefined));
      for (const done of [1, 3]) {
        await until('it is one\'s turn', () => mayPlay(page));
        await page.locator('.board a.spot').first().click();
        await until('the place is chosen', async () => (await page.locator('.send a.step').count()) > 0);
        await page.locator('.send .primary').first().click();
        // The page looks again by itself.
        await until('the computer has answered', async () => (await plies(page)) > done, 20000);
      }
      sound([page]);
    }));
  }

  test(`a turn that is played while the server is away is kept, in ${name}`, async () => {
    const [one, other] = await pair(games[0]);
    await one.locator('.board a.spot').first().click();
    await until('the place is chosen', async () => (await one.locator('.send a.step').count()) > 0);
    await club.stop('SIGKILL');
    await one.locator('.send .primary').first().click();
    await until('the turn is kept', async () => /kept/.test(await one.locator('#advice').innerText()));
    await club.again();
    await until('it is played', async () => (await plies(one)) === 1, 20000);
    await until('the other sees it', async () => (await plies(other)) === 1, 20000);
    await leave(one, other);
  });
};
