// What goes wrong while somebody plays: a connection that is gone, an answer that comes late, a form that is refused.

import { dice, visitor } from './club.mjs';
import { begin, byMouse, mayPlay, until, write } from './play.mjs';

export const mishaps = ({ test, is, club, browser, games, pair, signUp }) => {
  test('a click on the menu counts, whatever becomes of an answer that is awaited', async () => {
    const page = await visitor(browser, club);
    await page.goto(`/analysis/${games[0]}`);
    let asked = 0;
    // Leaving a page makes what it waits for fail, in some browsers before the next page is there.
    await page.route(/ask=computer/, async (it) => { asked += 1; await new Promise((done) => setTimeout(done, 300)); await it.abort('failed').catch(() => {}); });
    await page.route(/\/games$/, async (it) => { await new Promise((done) => setTimeout(done, 900)); await it.continue(); });
    await page.getByText('Ask the computer').click();
    await until('the computer is asked', async () => asked > 0);
    await page.getByRole('link', { name: 'Games', exact: true }).click({ noWaitAfter: true });
    await page.waitForURL(/\/games$/);
    await until('the games are shown', async () => (await page.locator('h1').innerText()) === 'Games');
    await page.context().close();
  });

  test('what somebody is writing stays when the other says something', async () => {
    const [one, other] = await pair(games[0]);
    const word = await one.locator('.board a.spot').first().getAttribute('data-word');
    await write(one, word);
    await until('the move is shown', async () => (await one.locator('.board .chosen, .board .fresh').count()) > 0);
    const shown = await one.locator('.board-room').innerHTML();
    await other.locator('#words').fill('hello');
    await other.getByRole('button', { name: 'Send' }).click();
    await until('it is heard', async () => (await one.locator('#talk').innerText()).includes('hello'));
    is('the move stays written', (await one.locator('#turn').inputValue()) === word);
    is('and shown', (await one.locator('.board-room').innerHTML()) === shown);
    // One's own remark takes nothing away either.
    await one.locator('#words').fill('hello yourself');
    await one.getByRole('button', { name: 'Send' }).click();
    await until('it is said', async () => (await one.locator('#talk').innerText()).includes('hello yourself'));
    is('it stays after that', (await one.locator('#turn').inputValue()) === word);
    for (const page of [one, other]) await page.context().close();
  });

  test('a turn that is played without connection is kept, and played once when it is back', async () => {
    const [one, other] = await pair(games[0]);
    const address = one.url();
    await one.context().setOffline(true);
    // Choosing and playing: both are held, one after the other.
    await one.locator('.board a.spot').first().click({ force: true });
    await until('it is told', async () => /No connection/.test(await one.locator('#advice').innerText()));
    is('the page stays', one.url() === address && (await one.locator('.board a.spot').count()) > 0);
    await one.context().setOffline(false);
    await until('the place is chosen', async () => (await one.locator('.send a.step').count()) > 0);
    await club.stop('SIGKILL');
    await one.locator('.send .primary').first().click();
    await until('the turn is kept', async () => /Your turn is kept/.test(await one.locator('#advice').innerText()));
    await club.again();
    await until('it is played', async () => (await one.locator('.plies a').count()) === 1, 20000);
    await until('the other sees it', async () => (await other.locator('.plies a').count()) === 1, 20000);
    is('no script broke', one.faults.length === 0);
    for (const page of [one, other]) await page.context().close();
  });

  for (const scripts of [true, false]) {
    test(`a plan that cannot be meant is refused where it was written, ${scripts ? 'with' : 'without'} scripts`, async () => {
      const [one, other] = await pair(games[0], { scripts });
      const waits = (await mayPlay(one)) ? other : one;
      await waits.getByText('Plan your answers').click();
      await waits.locator('#plan-text').fill('nonsense');
      await waits.getByRole('button', { name: 'Keep the plan' }).click();
      await until('it is refused', async () => /nonsense/.test(await waits.locator('#plan [role=alert]').innerText()));
      is('the plan is still there', (await waits.locator('#plan-text').inputValue()) === 'nonsense');
      is('the board too', (await waits.locator('.board').count()) > 0);
      for (const page of [one, other]) await page.context().close();
    });
  }

  for (const scripts of [true, false]) {
    test(`a turn that cannot be is refused in the words of this board, and is still where it was written, ${scripts ? 'with' : 'without'} scripts`, async () => {
      const page = await visitor(browser, club, { scripts });
      for (const game of games) {
        await begin(page, game, { with: 'computer', level: 1, seat: 'first' });
        await until('the first turn is one’s own', () => mayPlay(page));
        const places = await page.locator('.board [data-word]').evaluateAll((all) => all.map((it) => it.dataset.word.toLowerCase()));
        const refused = async (turn, words) => {
          await write(page, turn);
          await page.locator('.send .primary').first().click();
          const alert = page.locator('main [role=alert]');
          await until(`${game} refuses '${turn}'`, async () => words.test(await alert.innerText()));
          is(`'${turn}' is still there in ${game}: ${await page.locator("#turn").inputValue()}`, (await page.locator('#turn').inputValue()).toLowerCase() === turn);
          is(`and the board of ${game}`, (await page.locator('.board [data-word]').count()) === places.length);
          return alert.innerText();
        };
        const said = await refused('z99', /z99/i);
        const last = said.match(/columns go from \w to (\w), rows from \d+ to (\d+)/i);
        if (last) is(`${last[1]}${last[2]} is the last place of ${game}`, places.includes((last[1] + last[2]).toLowerCase()) && places.every((it) => it[0] <= last[1].toLowerCase()));
        await refused('', /^Choose a place/);
      }
      await page.context().close();
    });
  }

  for (const scripts of [true, false]) {
    test(`a list of moves as people write it is played on the analysis board, ${scripts ? 'with' : 'without'} scripts`, async () => {
      const page = await visitor(browser, club, { scripts });
      await page.goto('/analysis/hex:size=5,opening=none');
      await write(page, '24. c3, 25. b2! 26. d4');
      await page.locator('.send .primary').first().click();
      await until('a list from the middle of a game is refused on an empty board', async () => /24/.test(await page.locator('main [role=alert]').innerText()));
      is('nothing is played', (await page.locator('.plies a').count()) === 0);
      await write(page, '1. c3, 2. b2! 3. d4');
      await page.locator('.send .primary').first().click();
      await until('all are played', async () => (await page.locator('.plies a').count()) === 3);
      is('the mark is kept', (await page.locator('main').innerText()).includes('!'));
      await write(page, '4. e1 5. k9');
      await page.locator('.send .primary').first().click();
      await until('the second is refused', async () => /ply 5, k9: K9 is not on this board/i.test(await page.locator('main [role=alert]').innerText()));
      is('nothing is lost', (await page.locator('#turn').inputValue()) === '4. e1 5. k9' && (await page.locator('.plies a').count()) === 3);
      await page.context().close();
    });
  }

  test('a form that is refused comes back as it was filled in', async () => {
    const page = await visitor(browser, club);
    await page.goto('/play');
    is('the form is found with the games', new URL(page.url()).pathname === '/games');
    await signUp(page, 'Formosa');
    const other = await visitor(browser, club);
    await signUp(other, 'Reva');
    await page.goto(`/play/${games[0]}?to=Reva`);
    const size = page.locator('[name="o-size"]');
    const last = await size.evaluate((it) => (it.options ? it.options[it.options.length - 1].value : it.max));
    await (await size.evaluate((it) => it.tagName === 'SELECT') ? size.selectOption(last) : size.fill(last));
    await page.locator('[name=seat]').selectOption('second');
    await page.locator('[name=private]').check();
    await page.locator('[name=to]').evaluate((it) => { it.value = 'Nemo'; });
    await page.locator('main button.primary').click();
    await page.locator('main [role=alert]').waitFor();
    is('it says what is wrong', (await page.locator('main [role=alert]').innerText()).includes("Nobody is called 'Nemo'"));
    is('what was chosen is still chosen', (await size.inputValue()) === last && (await page.locator('[name=seat]').inputValue()) === 'second' && (await page.locator('[name=private]').isChecked()));
    // A rated challenge without a clock brings one with it.
    await page.goto(`/play/${games[0]}?to=Reva`);
    await page.locator('[name=rated]').check();
    await page.locator('main button.primary').click();
    await page.waitForURL(/\/challenge\/\d+/);
    is('it has a clock', (await page.locator('main').innerText()).includes('3 days a turn'));
    for (const it of [page, other]) await it.context().close();
  });

  test('the keyboard stays where one goes on', async () => {
    const page = await visitor(browser, club);
    for (const game of games) {
      await page.goto(`/analysis/${game}`);
      for (let n = 0; n < 3 && (await mayPlay(page)); n += 1) {
        const spot = page.locator('.board a.spot').first();
        await spot.focus();
        await page.keyboard.press('Enter');
        const settled = async () => (await page.locator('.send a.step').count()) > 0 || (await page.locator('.plies a').count()) > n;
        await until(`${game} has answered`, settled);
        is(`the focus is not lost in ${game}`, await page.evaluate(() => document.activeElement !== document.body));
        if (await page.locator('.choices a').count()) {
          is(`it is at the choice of ${game}`, await page.evaluate(() => document.activeElement.matches('.choices a, .board [data-word]')));
          await page.locator('.choices a').first().focus();
          await page.keyboard.press('Enter');
          await until('it is chosen', async () => (await page.locator('.choices a').count()) === 0);
          is(`the focus is not lost after the choice in ${game}`, await page.evaluate(() => document.activeElement !== document.body));
        }
        const play = page.locator('.send .primary', { hasText: /Play ./ });
        if (await play.count()) { await play.first().focus(); await page.keyboard.press('Enter'); await until('it is played', async () => (await page.locator('.plies a').count()) > n); }
      }
    }
    await page.context().close();
  });

  test('a second Enter after an offer plays no stone and presses no other button', async () => {
    const pages = await pair('hex');
    const [one, other] = pages;
    const roll = dice(6);
    const turn = async () => { await until('a turn', async () => (await mayPlay(one)) || (await mayPlay(other))); return (await mayPlay(one)) ? one : other; };
    for (let n = 0; n < 4; n += 1) await byMouse(await turn(), roll);
    const page = await turn();
    const moves = await page.locator('.plies').innerText();
    const stays = async (when) => {
      const at = await page.evaluate(() => document.activeElement.outerHTML.slice(0, 90));
      is(`the focus stays in its part ${when}: ${at}`, at.includes('id="news"'));
      await page.keyboard.press('Enter');
    };
    for (const name of ['Offer a draw', 'Propose to cancel']) {
      await page.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
      await until(`${name} is gone`, async () => (await page.getByRole('button', { name }).count()) === 0);
      await stays(`after ${name}`);
    }
    // What one is at does not become the answer to what the other asks meanwhile.
    await page.getByRole('button', { name: 'Take back' }).focus();
    await pages.find((it) => it !== page).getByRole('button', { name: 'Take back' }).click();
    await until('one is asked', async () => (await page.getByRole('button', { name: 'Accept' }).count()) > 0);
    await stays('when one is asked');
    const asked = await page.locator('.question').allInnerTexts();
    is(`two things are offered and one is asked: ${asked}`, asked.length === 3);
    is('nothing is chosen or played', (await page.locator('.chosen').count()) === 0 && (await page.locator('.plies').innerText()) === moves);
    for (const it of pages) { is('nothing broke', it.faults.length === 0); await it.context().close(); }
  });

  test('a match that begins while one looks at something else is told there', async () => {
    const [one, other] = [await visitor(browser, club), await visitor(browser, club)];
    await signUp(one, 'Gerlinde');
    await signUp(other, 'Hartmut');
    for (const [page, path] of [['a list', '/games'], ['the settings', '/settings'], ['an analysis', `/analysis/${games[0]}`]]) {
      await begin(one, games[0], { with: 'friend', seat: 'first' });
      const link = await one.locator('#link').inputValue();
      const waiting = await one.locator('.me .turns').count() ? Number(await one.locator('.me .turns').first().evaluate((it) => it.firstChild.data)) : 0;
      await one.goto(path);
      await other.goto(link);
      await other.locator('button[value=accept]').click();
      await other.waitForURL(/\/match\/\d+/);
      await until(`${page} tells that a match has begun`, async () => Number(await one.locator('.me .turns').first().evaluate((it) => it.firstChild.data)) === waiting + 1);
    }
    // On a match too, while another begins in another tab.
    await one.goto(await one.evaluate(() => fetch('/').then((it) => it.text()).then((it) => it.match(/\/match\/\d+/)[0])));
    const badge = async () => Number(await one.locator('.me .turns').first().evaluate((it) => it.firstChild.data));
    const before = await badge();
    await begin(other, games[0], { with: 'friend', seat: 'second' });
    const tab = await one.context().newPage();
    await tab.goto(await other.locator('#link').inputValue());
    await tab.locator('button[value=accept]').click();
    await tab.waitForURL(/\/match\/\d+/);
    await until('a match tells that another has begun', async () => (await badge()) === before + 1);
    for (const page of [one, other]) await page.context().close();
  });

  test('what a page showed to a member is gone when they have signed out', async () => {
    const page = await visitor(browser, club);
    await signUp(page, 'Irmgard');
    await page.goto('/settings');
    is('the settings are theirs', (await page.locator('body').innerText()).includes('Irmgard'));
    await page.context().clearCookies();
    // As a browser does that brings the page back as it was.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await until('they are gone', async () => !(await page.locator('body').innerText()).includes('Irmgard'));
    await page.context().close();
  });

  test('whoever has signed out in another tab is told so where they play, and plays on once they are back', async () => {
    const page = await visitor(browser, club);
    await signUp(page, 'Jolanthe');
    const name = await page.locator('.me [href^="/member/"]').innerText();
    const plies = () => page.locator('.plies a').count();
    const told = (words) => until(`it is told: ${words}`, async () => (await page.locator('#wire').innerText()) === words);
    const back = async () => {
      await page.locator('#wire a').click();
      await page.locator('[name=name]').fill(name);
      await page.locator('[name=password]').fill('correct horse battery');
      await page.locator('main button.primary').click();
      await page.waitForURL(/\/match\/\d+/);
      is('nothing is told any more', !(await page.locator('#wire').isVisible()));
    };
    for (const confirm of ['off', 'on']) {
      await page.context().addCookies([{ name: 'confirm', value: confirm, url: club.url }]);
      await begin(page, 'hex', { with: 'computer', level: 1, seat: 'first' });
      // Nothing tells the page before the move does.
      await page.context().clearCookies({ name: /^(?!confirm)/ });
      await page.locator('.board a.spot').first().click({ force: true });
      await told('You are signed out. Your move was not sent. Sign in');
      is('the head says so too', (await page.locator('#me').innerText()) === 'Sign in');
      await page.setViewportSize({ width: 360, height: 740 });
      const { top, bottom } = await page.locator('#wire').evaluate((it) => it.getBoundingClientRect().toJSON());
      is(`it is in sight on a phone: ${top} to ${bottom}`, top >= 0 && bottom <= 740);
      await page.setViewportSize({ width: 1280, height: 850 });
      is('no stone stands there', (await page.locator('.put').count()) === 0);
      await back();
      if (confirm === 'on') await page.locator('.send .primary', { hasText: /Play ./ }).click();
      await until('the move is played', async () => (await plies()) > 1 && (await mayPlay(page)));
    }
    const tab = await page.context().newPage();
    await tab.goto('/settings');
    await tab.getByText('Sign out here').click();
    await told('You are signed out. Sign in');
    await back();
    is('it is theirs again', await mayPlay(page));
    is('nothing broke', page.faults.length === 0);
    await page.context().close();
  });

  test('the board tells whose turn it is until the turn is played, and nothing is to be decided when a match is over', async () => {
    const [one, other] = await pair('trellis', {});
    is('an opening is to be played', (await one.locator('.decision').count()) === 1);
    const told = () => one.locator('.board').getAttribute('aria-label');
    const before = await told();
    await one.locator('.board a.spot').first().click();
    await until('a stone is chosen', async () => (await one.locator('.send a.step').count()) > 0);
    is(`the board says the same: ${await told()}`, (await told()) === before);
    await one.locator('.grave summary').click();
    await one.locator('.grave button').first().click();
    await until('it is over', async () => (await one.locator('.ending').count()) > 0);
    is('nothing is to be decided', (await one.locator('.decision').count()) === 0);
    for (const page of [one, other]) await page.context().close();
  });
};
