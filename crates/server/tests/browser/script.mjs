// What scripts add: stepping without asking, stones at once, one stream for all tabs, fingers, sounds. And their parts by themselves.

import { readFileSync } from 'node:fs';
import { Club, dice, visitor } from './club.mjs';
import { begin, byMouse, mayPlay, until } from './play.mjs';

const JS = new URL('../../assets/js/', import.meta.url);

/** Some files of the script in a page of their own, and what they are asked there. */
const part = (page, files, ask, value) => page.evaluate(
  ([code, ask, value]) => new Function('value', `${code}\nreturn (${ask})(value);`)(value),
  [files.map((it) => readFileSync(new URL(it, JS), 'utf8')).join('\n'), String(ask), value],
);

/** Makes the way to the server long. */
async function slow(page, latency) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
  return session;
}

/** Nothing of a page that is intercepted may be sent with keepalive: see `visitor`. */
const plainly = (page) => page.addInitScript(() => { const plain = window.fetch; window.fetch = (url, how) => plain(url, { ...how, keepalive: false }); });

export const script = ({ test, is, club, browser, games, pair }) => {
  const at = (page) => Number(new URL(page.url()).searchParams.get('at') ?? -1);
  const board = (page) => page.locator('.board > g > g').first().innerHTML();
  const status = (page) => page.locator('.status').innerText();

  /** A match that is over after some plies. */
  async function ended(at, plies = 12) {
    const pages = await pair(games[0], {}, at);
    const roll = dice(8);
    for (let n = 0; n < plies; n += 1) {
      await until('somebody may play', async () => (await mayPlay(pages[0])) || (await mayPlay(pages[1])));
      await byMouse((await mayPlay(pages[0])) ? pages[0] : pages[1], roll);
    }
    const [one, other] = pages;
    await until('one may resign', async () => (await one.locator('.grave summary').innerText()).startsWith('Resign'));
    await one.locator('.grave summary').click();
    await one.locator('.grave button').click();
    await until('it is over', async () => (await one.locator('.ending').count()) > 0);
    await other.context().close();
    await one.reload();
    return one;
  }

  test('one steps through a finished match at once, however far the server is, and without it', async () => {
    const own = await Club.open(club.program);
    const page = await ended(own);
    const n = await page.locator('.plies a').count();
    await page.waitForTimeout(800);
    const session = await slow(page, 120);
    // What the server shows of each ply is what stepping has to show.
    const right = [];
    for (let k = 0; k < n; k += 1) {
      const plain = await page.context().newPage();
      await plain.goto(`${new URL(page.url()).pathname}?at=${k}`);
      right.push([await board(plain), await status(plain)]);
      await plain.close();
    }
    // Somebody has clicked on the board before.
    await page.locator('.board').click({ position: { x: 200, y: 200 }, force: true });
    for (let k = 0; k < 10; k += 1) { await page.keyboard.press('ArrowLeft'); await page.waitForTimeout(40); }
    is(`ten keys are ten plies: ${at(page)} of ${n}`, at(page) === n - 10);
    await page.waitForTimeout(600);
    is('and still are when the server has answered', at(page) === n - 10);
    await page.reload();
    is('the same ply is there after loading again', at(page) === n - 10 && (await board(page)) === right[n - 10][0]);
    await page.waitForTimeout(800);
    await own.stop('SIGKILL');
    const began = Date.now();
    await page.locator('#step-first').click();
    await until('the start is shown', async () => at(page) === 0, 2000);
    for (let k = 0; k < n; k += 1) {
      is(`ply ${k} is shown as the server shows it`, (await board(page)) === right[k][0] && (await status(page)) === right[k][1]);
      await page.locator('#step-next').click();
    }
    is('the last one has no number', at(page) === -1 && (await page.locator('.plies a').last().getAttribute('aria-current')) === 'true');
    await page.locator('.plies a').nth(2).click();
    is('the list leads to a ply', at(page) === 3);
    await page.locator('#step-last').click();
    await page.locator('#step-previous').click();
    await until('it steps back', async () => at(page) === n - 1, 2000);
    console.log(`   ${n + 4} steps in ${Date.now() - began} ms`);
    await session.detach();
    is('nothing broke', page.faults.length === 0);
    await page.context().close();
    await own.close().catch(() => {});
  });

  test('a whole game is watched, paused and gone on with', async () => {
    const page = await visitor(browser, club);
    await until('there is a game to watch', async () => { await page.goto(`/games/${games[0]}`); return (await page.getByText('Watch a whole game').count()) > 0; }, 30000);
    await page.getByText('Watch a whole game').click();
    await until('it plays', async () => at(page) >= 2);
    await page.getByRole('button', { name: 'Pause' }).click();
    const there = at(page);
    await page.waitForTimeout(1200);
    is('it stands still', at(page) === there);
    await page.selectOption('#speed', { label: 'fast' });
    await page.locator('#autoplay').click();
    await until('it goes on, a remark being given time to be read', async () => at(page) > there + 2, 20000);
    is('the speed stays chosen', (await page.locator('#speed option:checked').innerText()) === 'fast');
    await page.context().close();
    const without = await visitor(browser, club, { scripts: false });
    await without.goto(`/games/${games[0]}`);
    await without.getByText('Watch a whole game').click();
    is('without scripts there is nothing to press that does nothing', !(await without.locator('#autoplay').isVisible()));
    await without.context().close();
  });

  test('on a phone the board stays in the window while a game is watched', async () => {
    const page = await visitor(browser, club, { width: 320 });
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto(`/games/${games[0]}`);
    await page.getByText('Watch a whole game').click();
    await page.waitForURL(/\/analysis\//);
    // What one chooses by hand is scrolled to.
    await page.evaluate(() => { document.querySelector('#speed').value = '350'; });
    await until('it plays', async () => at(page) >= 8, 60000);
    const seen = () => page.evaluate(() => { const { top, bottom } = document.querySelector('.board').getBoundingClientRect(); return { top, bottom, height: innerHeight }; });
    const board = await seen();
    is(`the board is in the window: ${JSON.stringify(board)}`, board.top >= 0 && board.bottom <= board.height);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const there = at(page);
    await until('it goes on', async () => at(page) > there + 1, 20000);
    is('the page stays where one scrolls it', (await page.evaluate(() => scrollY)) === 0);
    await page.context().close();
  });

  test('on the analysis board arrow keys step after a click, and walk over the board after the Tab key', async () => {
    const page = await visitor(browser, club);
    await page.goto(`/analysis/${games[0]}`);
    const roll = dice(3);
    for (let n = 0; n < 3; n += 1) await byMouse(page, roll);
    const n = at(page);
    await page.waitForTimeout(300);
    await page.keyboard.press('ArrowLeft');
    await until('the arrow steps', async () => at(page) === n - 1);
    await until('one may play there', async () => (await page.locator('.send:not([inert])').count()) > 0);
    await page.locator('.view summary').focus();
    await page.keyboard.press('Shift+Tab');
    await page.locator('.board [data-word][tabindex="0"]').focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForTimeout(400);
    is('the arrow walks over the board', at(page) === n - 1 && await page.evaluate(() => document.activeElement.matches('.board [data-word]')));
    await page.context().close();
  });

  test("one's own stone is there at once, marked until it is agreed to, and goes with a sentence if it is not", async () => {
    const [one, other] = await pair(games[0]);
    await plainly(one);
    await one.reload();
    let [release, refuse] = [null, false];
    await one.route(/\/turn$/, async (it) => {
      await new Promise((done) => { release = done; });
      if (refuse) await it.fulfill({ status: 409, contentType: 'text/html', body: '<main id="main"><p class="lead">Somebody was faster.</p></main>' });
      else await it.continue();
    });
    await one.route(/\/match\/\d+\?turn=/, async (it) => { await new Promise((done) => setTimeout(done, 400)); await it.continue().catch(() => {}); });
    const spot = one.locator('.board a.spot').nth(7);
    const word = await spot.getAttribute('data-word');
    const put = one.locator(`.board .put[data-word="${word}"]`);
    const played = one.locator('.plies a');
    refuse = true;
    for (const [time, plies] of [['refused', 0], ['agreed', 1]]) {
      const began = Date.now();
      await one.locator(`.board [data-word="${word}"]`).click({ force: true });
      await until('it is there', async () => (await put.count()) === 1, 250);
      console.log(`   there after ${Date.now() - began} ms`);
      if (!(await one.evaluate(() => document.documentElement.dataset.turn === 'sent'))) {
        await until('it is known to be a whole move', async () => (await one.locator('.send .primary', { hasText: /Play ./ }).count()) > 0);
        await one.locator('.send .primary').first().click();
      }
      await until('it is sent', async () => release !== null);
      is('it is marked', await one.evaluate(() => document.documentElement.dataset.turn === 'sent'));
      release();
      release = null;
      await until(`it is ${time}`, async () => (await put.count()) === 0 && (await played.count()) === plies);
      if (time === 'refused') await until('a sentence says why', async () => (await one.locator('#advice').innerText()) === 'Somebody was faster.');
      await one.goto(one.url().split('?')[0]);
      refuse = false;
    }
    for (const page of [one, other]) await page.context().close();
  });

  test('the computer takes half a second that is seen, and none for the impatient', async () => {
    const page = await visitor(browser, club, { pause: 'on' });
    const answer = async () => {
      const before = await page.locator('.plies a').count();
      const spot = page.locator('.board a.spot').nth(9);
      await spot.click({ force: true });
      const began = Date.now();
      if (await page.locator('.send .primary', { hasText: /Play ./ }).count()) await page.locator('.send .primary').first().click();
      await until('both have played', async () => (await page.locator('.plies a').count()) >= before + 2);
      return Date.now() - began;
    };
    const game = await (async () => {
      // A game whose moves are one place each.
      for (const it of games) {
        await begin(page, it, { with: 'computer', level: 1, seat: 'first' });
        await page.waitForSelector('.send');
        if (await page.locator('.board a.final').count() > 9) return it;
      }
      throw new Error('no game has moves of one place');
    })();
    const natural = await answer();
    is(`${game} answers after ${natural} ms`, natural > 450 && natural < 2500);
    await page.locator('.view summary').click();
    await page.locator('#pause').click();
    is('the choice is shown', (await page.locator('#pause').getAttribute('aria-pressed')) === 'false');
    const quick = await answer();
    console.log(`   ${natural} ms, ${quick} ms for the impatient`);
    is('it is quicker', quick < natural);
    await page.context().close();
  });

  test('ten tabs hear of a move within two seconds, and there is room for an eleventh', async () => {
    const [one, other] = await pair(games[0]);
    const tabs = [];
    for (let n = 0; n < 9; n += 1) {
      const tab = await other.context().newPage();
      await tab.goto(n % 3 === 2 ? '/lobby' : other.url());
      tabs.push(tab);
    }
    const watching = [other, ...tabs.filter((it) => it.url() === other.url())];
    await byMouse((await mayPlay(one)) ? one : other, dice(5));
    const moves = async (page) => page.locator('.plies a').count();
    const began = Date.now();
    await Promise.all(watching.map((it) => until('the move is heard', async () => (await moves(it)) === 1, 2000)));
    console.log(`   ${watching.length} tabs in ${Date.now() - began} ms`);
    const eleventh = await other.context().newPage();
    await eleventh.goto('/games', { timeout: 4000 });
    is('the eleventh is there', (await eleventh.locator('h1').innerText()) === 'Games');
    // Tabs that go take nothing from those that stay.
    for (const tab of tabs.slice(0, 5)) await tab.close();
    for (let n = 0; n < 2; n += 1) {
      await until('a turn', async () => (await mayPlay(one)) || (await mayPlay(other)));
      await byMouse((await mayPlay(one)) ? one : other, dice(6 + n));
    }
    await until('those that stay hear it', async () => (await moves(tabs[6])) === 3, 2000);
    for (const page of [one, other]) await page.context().close();
  });

  test('a page without workers to share listens by itself', async () => {
    const [one, other] = await pair(games[0]);
    await one.addInitScript(() => { delete window.SharedWorker; });
    await one.reload();
    await until('it listens', async () => (await one.locator('.send, .status').count()) > 0);
    await one.waitForTimeout(500);
    await other.locator('#words').fill('can you hear me?');
    await other.locator('.speak button').click();
    await until('it hears', async () => (await one.locator('#talk').innerText()).includes('can you hear me?'), 3000);
    is('nothing broke', one.faults.length === 0);
    for (const page of [one, other]) await page.context().close();
  });

  test('a stone clicked just before a link arrives, and one without connection is sent by the next page', async () => {
    const [one, other] = await pair(games[0]);
    const match = one.url();
    await slow(one, 700);
    const play = async (page) => {
      await page.locator('.board a.spot').nth(5).click({ force: true });
      const whole = page.locator('.send .primary', { hasText: /Play ./ });
      if (!(await page.evaluate(() => document.documentElement.dataset.turn === 'sent'))) { await whole.waitFor(); await whole.click({ noWaitAfter: true }); }
    };
    await play(one);
    await one.getByRole('link', { name: 'Games', exact: true }).click({ noWaitAfter: true });
    await one.waitForURL(/\/games$/);
    await until('the other sees the stone', async () => (await other.locator('.plies a').count()) === 1);
    const next = (await (async () => { await one.goto(match); return mayPlay(one); })()) ? one : other;
    await next.goto(match);
    // The turn gets through nowhere, as if the page was left before it could.
    await plainly(next);
    await next.reload();
    await next.route(/\/turn$/, (it) => it.abort());
    await play(next);
    await until('it is kept', async () => /Your turn is kept/.test(await next.locator('#advice').innerText()));
    await next.goto('/games');
    await next.unroute(/\/turn$/);
    await until('it arrives', async () => (await (next === one ? other : one).locator('.plies a').count()) === 2 || (await (await next.request.get(match)).text()).split('class="step" href').length === 3, 8000);
    for (const page of [one, other]) await page.context().close();
  });

  test('a page that comes back as it was, in the middle of a turn, catches up at once and goes on', async () => {
    const [one, other] = await pair(games[0]);
    const [mine, yours] = (await mayPlay(one)) ? [one, other] : [other, one];
    await plainly(mine);
    await mine.reload();
    // The turn is lost on the way out, with the page.
    await mine.route(/\/turn$/, (it) => it.abort());
    await mine.locator('.board a.spot').nth(5).click({ force: true });
    const whole = mine.locator('.send .primary', { hasText: /Play ./ });
    if (!(await mine.evaluate(() => document.documentElement.dataset.turn in { sent: 1, kept: 1 }))) { await whole.waitFor(); await whole.click(); }
    await until('it is kept', async () => mine.evaluate(() => document.documentElement.dataset.turn === 'kept'));
    await mine.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    await yours.locator('#words').fill('are you there?');
    await yours.locator('.speak button').click();
    await yours.waitForTimeout(400);
    is('a page that is away hears nothing', !(await mine.locator('#talk').innerText()).includes('are you there?'));
    await mine.unroute(/\/turn$/);
    const began = Date.now();
    await mine.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await until('it catches up', async () => (await mine.locator('#talk').innerText()).includes('are you there?'), 1500);
    await until('the turn is played', async () => (await mine.locator('.plies a').count()) === 1, 1500);
    console.log(`   ${Date.now() - began} ms`);
    is('it goes on', await mine.evaluate(() => document.documentElement.dataset.turn === 'idle'));
    await yours.locator('#words').fill('fine');
    await yours.locator('.speak button').click();
    await until('it hears again', async () => (await mine.locator('#talk').innerText()).includes('fine'), 2000);
    for (const page of [one, other]) await page.context().close();
  });

  test('a finger chooses a small place and plays it with a second tap, and may slide to another', async () => {
    const page = await visitor(browser, club, { width: 390 });
    let found = null;
    for (const game of games) {
      await page.goto(`/play/${game}`);
      await page.locator('form.begin button[value=computer]').click();
      await page.waitForURL(/\/match\//);
      await until('it is my turn', () => mayPlay(page));
      if (!(await page.locator('.board a.spot').count())) continue;
      const width = await page.locator('.board a.spot circle').first().evaluate((it) => it.getBoundingClientRect().width);
      if (width < 28 && (await page.locator('.board a.final').count()) > 20) { found = game; break; }
    }
    is('some board has small places', found);
    const before = await page.locator('.plies a').count();
    const session = await page.context().newCDPSession(page);
    const touch = (type, at) => session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
    const middle = (word) => page.locator(`.board [data-word="${word}"] circle`).evaluate((it) => { const b = it.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; });
    await page.locator('.board').evaluate((it) => it.scrollIntoView({ block: 'center' }));
    const words = await page.locator('.board a.spot').evaluateAll((all) => all.map((it) => it.dataset.word));
    const [first, second] = [words[Math.floor(words.length / 2)], words[Math.floor(words.length / 2) + 2]];
    const tap = async (word) => { await touch('touchStart', await middle(word)); await touch('touchEnd'); };
    await tap(first);
    await until('it is chosen', async () => (await page.locator('#turn').inputValue()) === first);
    await page.waitForTimeout(400);
    is('it is not played', (await page.locator('.plies a').count()) === before);
    is('it is said how it is played', (await page.locator('#advice').innerText()).includes('Tap it once more to play it'));
    // Resting, then sliding: the lens shows where.
    await touch('touchStart', await middle(first));
    await page.waitForTimeout(300);
    is('there is a lens', (await page.locator('.lens').count()) === 1);
    await touch('touchMove', await middle(second));
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/lens.png` });
    await touch('touchEnd');
    await until('the other is chosen', async () => (await page.locator('#turn').inputValue()) === second);
    is('the lens is gone', (await page.locator('.lens').count()) === 0);
    await page.waitForTimeout(300);
    is('it is still not played', (await page.locator('.plies a').count()) === before);
    await tap(second);
    await until('the second tap plays', async () => (await page.locator('.plies a').count()) > before);
    is('what was tapped was played', (await page.locator('.plies a').nth(before).innerText()).includes(second));
    await page.context().close();
  });

  test('a place that does not go with the first stone starts over, and that is said', async () => {
    const page = await visitor(browser, club);
    let said = '';
    for (const game of games) {
      await page.goto(`/analysis/${game}`);
      // A second turn: the first may be one stone only.
      await byMouse(page, dice(2));
      const word = await page.locator('.board a.spot').first().getAttribute('data-word');
      await page.goto(`${page.url()}&turn=${word}`);
      if (!(await page.locator('.board a.spot.lit').count())) continue;
      const unlit = page.locator('.board a.spot:not(.lit):not(.chosen)').first();
      if (!(await unlit.count())) continue;
      await unlit.click({ force: true });
      await until('it is chosen', async () => (await page.locator('#turn').inputValue()) !== word);
      said = await page.locator('#advice').innerText();
      if (/starts over with/.test(said)) break;
    }
    console.log(`   ${said}`);
    is('it is said', /starts over with/.test(said));
    await page.context().close();
  });

  test('a mouse that rests sees the stone as it will stand, and where another may go with it', async () => {
    const page = await visitor(browser, club);
    let pairs = 0;
    for (const game of games) {
      await page.goto(`/analysis/${game}`);
      if (game === games[0]) await byMouse(page, dice(2));
      const n = await page.locator('.board a.spot').count();
      if (!n) continue;
      const spot = page.locator('.board a.spot').nth(Math.min(12, n - 1));
      const word = await spot.getAttribute('data-word');
      await page.mouse.move(2, 2);
      await spot.hover({ force: true });
      const to = await spot.evaluate((it) => new URL(it.getAttribute('href'), location.href).href);
      // Where tiles are to be chosen from, nothing stands there yet.
      if ((await (await page.request.get(to)).text()).includes('class="choices"')) continue;
      await until(`a click on ${word} of ${game} is shown`, async () => (await page.locator('.board .ghost, .board .soon').count()) > 0);
      const [shapes, lit] = [await page.locator('.board .ghost > *').count(), await page.locator('.board .soon').count()];
      is(`${game} shows something: ${shapes} shapes, ${lit} places`, shapes > 0 || lit > 0);
      is(`but not the whole board: ${shapes} shapes`, shapes < 12);
      is('nor what marks the last move', (await page.locator('.board .ghost .last').count()) === 0);
      if (lit > 0) pairs += 1;
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/ghost-${game}.png` });
      // The click needs no other page.
      let asked = 0;
      page.on('request', (it) => { if (it.url().includes('turn=')) asked += 1; });
      if (!(await spot.evaluate((it) => it.matches('.final')))) {
        await spot.click({ force: true });
        await until('it is chosen', async () => (await page.locator('.send a.step').count()) > 0);
        is('nothing was asked again', asked === 0);
      }
      page.removeAllListeners('request');
      await page.mouse.move(2, 2);
      await until('the ghost goes', async () => (await page.locator('.board .ghost').count()) === 0);
    }
    is('some games have turns of two places', pairs > 0);
    await page.context().close();
  });

  test('sounds are off until they are switched on', async () => {
    const [one, other] = await pair(games[0]);
    const heard = () => one.evaluate(() => document.documentElement.dataset.sound ?? '');
    const next = async () => { await until('a turn', async () => (await mayPlay(one)) || (await mayPlay(other))); await byMouse((await mayPlay(one)) ? one : other, dice(4)); };
    await next();
    is('nothing is heard', (await heard()) === '');
    await one.locator('.view summary').click();
    await one.getByRole('button', { name: 'Sounds' }).click();
    await one.evaluate(() => { document.documentElement.dataset.sound = ''; });
    await next();
    await until('something is heard', async () => /move|turn/.test(await heard()));
    await one.reload();
    is('the choice stays', (await one.locator('#sounds').getAttribute('aria-pressed')) === 'true');
    for (const page of [one, other]) await page.context().close();
  });

  test('the parts of the script by themselves: an update is merged with what was touched', async () => {
    const page = await visitor(browser, club, { scripts: false });
    await page.goto('about:blank');
    const merged = (value) => part(page, ['merge.js'], ([old, fresh, done, act]) => {
      document.body.innerHTML = old;
      const it = document.body.firstElementChild;
      new Function('it', act)(it);
      const before = new Map([...it.querySelectorAll('[id]')].map((one) => [one.id, one]));
      merge(it, new DOMParser().parseFromString(fresh, 'text/html').body.firstElementChild, done);
      return {
        html: it.outerHTML, focus: document.activeElement?.id, stayed: [...before].filter(([, one]) => one.isConnected).map(([id]) => id),
        values: Object.fromEntries([...it.querySelectorAll('input, textarea, select')].map((one) => [one.id, one.type === 'checkbox' ? one.checked : one.value])),
      };
    }, value);
    const plan = (text, more = '') => `<section>${more}<p id="p">old</p><textarea id="t">${text}</textarea></section>`;
    let it = await merged([plan('A1'), plan('B2', '<b>new</b>'), false, '']);
    is('an untouched field follows', it.values.t === 'B2' && it.html.includes('<b>new</b>') && it.stayed.join() === 'p,t');
    it = await merged([plan('A1'), plan('B2', '<b>new</b>'), false, "it.querySelector('#t').value = 'mine'; it.querySelector('#t').focus()"]);
    is('a touched field stays, with its focus', it.values.t === 'mine' && it.focus === 't');
    it = await merged([plan('A1'), plan('mine'), true, "it.querySelector('#t').value = 'mine'"]);
    is('one that is done with follows', it.values.t === 'mine');
    it = await merged([plan('A1'), plan('A1'), true, "it.querySelector('#t').value = 'mine'"]);
    is('also where the page did not change', it.values.t === 'A1');
    it = await merged(['<p><input id="c" type="checkbox"><input id="i" value="1"></p>', '<p class="x"><input id="c" type="checkbox" checked><input id="i" value="2"></p>', false, "it.querySelector('#c').click(); it.querySelector('#c').click()"]);
    is('boxes and lines follow', it.values.c === true && it.values.i === '2');
    it = await merged(['<details><summary id="s">S</summary>a</details>', '<details><summary id="s">S</summary>b</details>', false, 'it.open = true']);
    is('what was opened stays open', /open/.test(it.html) && it.html.includes('b</details>'));
    const row = (...words) => `<ul>${words.map((one) => `<li data-word="${one}" id="${one}" tabindex="-1">${one}</li>`).join('')}</ul>`;
    it = await merged([row('a', 'b', 'c'), row('c', 'a', 'd'), false, "it.children[0].tabIndex = 0; it.children[0].focus()"]);
    is('what is known by name is the same one elsewhere', it.stayed.join() === 'a,c' && it.html.replace(/<[^>]*>/g, '') === 'cad' && it.focus === 'a');
    it = await merged(['<p>a<b>b</b>c</p>', '<p><i>x</i>c</p>', false, '']);
    is('text too', it.html === '<p><i>x</i>c</p>');
    await page.context().close();
  });

  test('the parts of the script by themselves: what becomes of a turn', async () => {
    const page = await visitor(browser, club, { scripts: false });
    await page.goto('about:blank');
    const way = (...events) => part(page, ['turn.js'], (events) => { let state = 'idle'; for (const it of events) state = after(state, it); return [state, free(state)]; }, events).then(String);
    is('nothing chosen', (await way()) === 'idle,true');
    is('two stones are chosen', (await way('choose', 'choose')) === 'chosen,true');
    is('and put back', (await way('choose', 'clear')) === 'idle,true');
    is('a turn on its way is not overtaken', (await way('choose', 'send', 'choose')) === 'sent,false');
    is('it is agreed to', (await way('send', 'agreed')) === 'idle,true');
    is('or refused', (await way('send', 'refused')) === 'idle,true');
    is('one that is lost is kept, and sent again', (await way('send', 'lost')) === 'kept,false' && (await way('send', 'lost', 'send', 'agreed')) === 'idle,true');
    is('what cannot happen changes nothing', (await way('agreed', 'lost', 'clear')) === 'idle,true');
    await page.context().close();
  });
};
