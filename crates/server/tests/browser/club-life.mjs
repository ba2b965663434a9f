// The club around the boards: forms that are refused, pages that are not there, who waits for whom.

import { dice, visitor } from './club.mjs';
import { begin, byMouse, mayPlay, until } from './play.mjs';

export const life = ({ test, is, club, browser, games, signUp }) => {
  const alert = (page) => page.locator('main [role=alert]');
  /** The sentence beside a field: in its label. */
  const beside = (page, field) => page.locator('label', { has: page.locator(`[name=${field}]`) }).locator('.wrong');

  for (const scripts of [true, false]) {
    test(`every form comes back filled in, with the sentence beside the field, ${scripts ? 'with' : 'without'} scripts`, async () => {
      const page = await visitor(browser, club, { scripts });
      const name = scripts ? 'Hedwig' : 'Hedda';
      // Signing up: a short password, a name that is taken, a name that is none.
      await page.goto('/sign-up');
      const join = async (it, password) => {
        await page.locator('[name=name]').fill(it);
        await page.locator('[name=password]').fill(password);
        await page.locator('main button.primary').click();
      };
      await join(name, 'short');
      is('a short password is told beside it', (await beside(page, 'password').innerText()).includes('10 to'));
      is('the name is still there', (await page.locator('[name=name]').inputValue()) === name);
      await join('x', 'correct horse battery');
      is('a name that is none is told beside it', (await beside(page, 'name').innerText()).includes('2 to 20 characters'));
      await join(name, 'correct horse battery');
      await page.waitForURL(club.url + '/');
      // Settings: each of its forms.
      await page.goto('/settings');
      const form = (what) => page.locator('main form', { has: page.locator(`input[name=what][value=${what}]`) });
      const refused = async (what, fields, wrong, words) => {
        for (const [field, value] of Object.entries(fields)) {
          const it = form(what).locator(`[name=${field}]`);
          await it.evaluate((it) => { it.removeAttribute('min'); it.removeAttribute('max'); if (it.type === 'number' || it.type === 'email') it.type = 'text'; }).catch(() => {});
          if ((await it.evaluate((it) => it.tagName)) === 'SELECT') await it.selectOption(value);
          else await it.fill(value);
        }
        await form(what).locator('button').first().click();
        await until(`${what} is refused`, async () => (await alert(page).count()) === 1);
        is(`${what} says ${words}: ${await alert(page).innerText()}`, (await alert(page).innerText()).includes(words));
        is(`it is said in the form of ${what}`, (await form(what).locator('[role=alert]').count()) === 1);
        for (const [field, value] of Object.entries(fields)) {
          const it = form(what).locator(`[name=${field}]`);
          if ((await it.getAttribute('type')) !== 'password') is(`${field} is as it was sent`, (await it.inputValue()) === value);
        }
        if (scripts) await until('the form is in sight', () => alert(page).evaluate((it) => { const box = it.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }));
      };
      await refused('name', { name: 'Another', password: 'not this one' }, 'password', 'That is not your password');
      await page.goto('/settings');
      await refused('name', { name: 'a b', password: 'correct horse battery' }, 'name', 'letters a to z');
      await refused('zone', { zone: 'Nowhere/Atall' }, 'zone', 'Nowhere/Atall');
      await refused('vacation', { days: '400' }, 'days', 'days');
      await refused('challenges', { game: games[1], welcome: 'take', most: '0' }, 'most', 'not a number of matches');
      await refused('password', { old: 'not this one', new: 'correct horse staple' }, 'old', 'That is not your password');
      // The words of the one before are gone.
      await page.goto('/settings');
      await refused('password', { old: 'correct horse battery', new: 'short' }, 'new', '10 to');
      // Signing in.
      await page.goto('/settings');
      await page.getByText('Sign out here').click();
      await page.goto('/sign-in');
      await join(name, 'not this one');
      is('a wrong password is told beside it', (await beside(page, 'password').innerText()).includes('password is wrong'));
      is('the name is still there', (await page.locator('[name=name]').inputValue()) === name);
      await page.context().close();
    });
  }

  test('a page that is not there knows who asks, looks as they like it, and leads on', async () => {
    const page = await visitor(browser, club);
    await signUp(page, 'Irrgast');
    await page.goto('/settings');
    await page.getByLabel('Dark', { exact: true }).check();
    await page.locator('form[action="/settings/taste"] button').click();
    for (const path of ['/nowhere', '/match/999999', '/games/chess', '/member/nobody-at-all']) {
      const answer = await page.goto(path);
      is(`${path} is not there`, answer.status() === 404);
      is('it is dark', (await page.locator('html').getAttribute('data-theme')) === 'dark');
      is('it knows the member', (await page.locator('.me').innerText()).includes('Irrgast'));
      const words = (await page.locator('main').innerText()).split('\n').filter((it) => it);
      is(`nothing is said twice: ${words}`, new Set(words.map((it) => it.replace('.', ''))).size === words.length);
      is('ways lead on', (await page.locator('main a[href="/games"]').count()) === 1 && (await page.locator('main a[href="/lobby"]').count()) === 1);
    }
    await page.context().close();
  });

  test('an address that only takes forms leads to the page of the form', async () => {
    const page = await visitor(browser, club);
    const { id } = (await (await page.request.get('/api/v1/puzzles')).json())[0];
    for (const [from, to] of [[`/puzzles/${id}/turn`, `/puzzles/${id}`], [`/puzzles/${id}/show`, `/puzzles/${id}`], ['/settings/taste', '/settings'], ['/sign-out', '/'], ['/pair', '/lobby'], ['/play', '/games']]) {
      const answer = await page.goto(from);
      is(`${from} leads to ${to}`, answer.ok() && new URL(page.url()).pathname === to);
    }
    await page.context().close();
  });

  test('the pages for programs lead to pages', async () => {
    const page = await visitor(browser, club);
    for (const path of ['/api', '/docs/commands', '/docs/puzzles']) {
      await page.goto(path);
      const links = await page.locator('main a[href]').evaluateAll((all) => all.map((it) => it.href));
      for (const link of links) is(`${link} on ${path}`, !link.startsWith(club.url) || (await page.request.get(link)).ok());
    }
    await page.goto('/api');
    is('it leads to the commands', (await page.locator('main a[href="/docs/commands"]').count()) > 0);
    await page.context().close();
  });

  test('a record holds the whole line and every variation, and the best moves come first', async () => {
    const page = await visitor(browser, club);
    for (const game of games) {
      await page.goto(`/analysis/${game}`);
      const sgf = page.locator('#files a', { hasText: 'SGF' });
      for (const link of await page.locator('#files a').all()) is(`${await link.innerText()} of ${game} is there`, (await page.request.get(await link.evaluate((it) => it.href))).ok());
      if (!(await sgf.count())) continue;
      const words = await page.locator('.board a.spot').evaluateAll((all) => all.map((it) => it.dataset.word));
      const [a, b, c, d] = words;
      await page.goto(`/analysis/${game}?g=${a}+${b}+(${c}+${d})+${d}&at=1`);
      for (const form of ['ccr', 'json', 'sgf']) {
        const file = await page.request.get(await page.locator(`#files a[href*="game.${form}"]`).evaluate((it) => it.href));
        const text = await file.text();
        is(`the ${form} goes to the end of the line`, text.toLowerCase().includes(d.toLowerCase()) && text.toLowerCase().includes(b.toLowerCase()));
        await page.goto('/analysis');
        await page.locator('#record').fill(text);
        await page.locator('main form button').click();
        await page.waitForURL(/\/analysis\/.+\?at=/);
        is(`the ${form} brings the variation back`, decodeURIComponent(new URL(page.url()).pathname.split('/')[3].replaceAll('+', ' ')) === `${a} ${b} (${c} ${d}) ${d}`);
      }
      await page.goto(`/analysis/${game}?ask=computer`);
      const shares = (await page.locator('#opinion tbody td:last-child').allInnerTexts()).map(Number);
      is(`the best come first: ${shares}`, shares.length > 1 && shares.every((it, at) => at === 0 || shares[at - 1] >= it));
    }
    await page.context().close();
  });

  test('a challenge to somebody is told on every page of theirs', async () => {
    const [one, other] = [await visitor(browser, club), await visitor(browser, club)];
    await signUp(one, 'Kunigund');
    await signUp(other, 'Lothar');
    await one.goto(`/play/${games[0]}?to=Lothar`);
    await one.locator('main button.primary').click();
    await one.waitForURL(/\/challenge\//);
    is('it says whom it is for', (await one.locator('h1').innerText()) === 'Your challenge to Lothar');
    await one.getByText('Waiting for Lothar to answer.').waitFor();
    for (const path of ['/games', '/puzzles', '/settings', '/analysis']) {
      await other.goto(path);
      is(`${path} tells of it`, (await other.locator('.me .asks').innerText()).startsWith('1'));
    }
    await other.locator('.me .asks').click();
    await other.getByText('Kunigund challenges you').waitFor();
    for (const page of [one, other]) await page.context().close();
  });

  test('games against the computer that nobody plays do not fill the lobby', async () => {
    const page = await visitor(browser, club);
    await begin(page, games[0], { with: 'computer', level: 1, seat: 'first' });
    const path = new URL(page.url()).pathname;
    await page.goto('/lobby');
    is('one that was not begun is not shown', (await page.locator(`#lobby a[href="${path}"]`).count()) === 0);
    await page.goto(path);
    for (let n = 0; n < 4; n += 1) {
      await until('it is my turn', () => mayPlay(page));
      await byMouse(page, dice(31 + n));
    }
    await page.goto('/lobby');
    is('one that is played is', (await page.locator(`#lobby a[href="${path}"]`).count()) === 1);
    await page.context().close();
  });

  for (const scripts of [true, false]) {
    test(`two who want the same are paired by one click each, ${scripts ? 'with' : 'without'} scripts`, async () => {
      const [one, other] = [await visitor(browser, club, { scripts }), await visitor(browser, club, { scripts, width: 390 })];
      const seek = `button[value="${games[2]} normal"]`;
      await one.goto('/');
      is('nobody waits, and one is invited', (await one.locator('#somebody').innerText()).includes('Nobody is waiting'));
      await one.locator(seek).click();
      await one.waitForURL(/\/challenge\//);
      is('it is told that one waits', (await one.locator('main').innerText()).includes('Nobody is waiting for this right now'));
      await other.goto('/lobby');
      is('who waits is seen', (await other.locator(seek).innerText()) === '1 waiting');
      const began = Date.now();
      await other.locator(seek).click();
      await other.waitForURL(/\/match\//);
      await one.waitForURL(other.url(), { timeout: 8000 });
      if (scripts) is(`both are there within a second or so: ${Date.now() - began} ms`, Date.now() - began < 2500);
      for (const page of [one, other]) await page.context().close();
    });
  }

  test('a member is told first what waits, who is online, and may stay unseen', async () => {
    const [one, other] = [await visitor(browser, club), await visitor(browser, club, { width: 390 })];
    await signUp(one, 'Mechthild');
    is('a member is greeted', (await one.locator('h1').innerText()) === 'Hello, Mechthild');
    is('and one who has not played yet is shown how to begin', (await one.locator('.hero .primary').count()) === 1);
    await begin(one, games[0], { with: 'computer', level: 1, seat: 'first' });
    await one.goto('/');
    is('the turn comes first', (await one.locator('h1').innerText()) === 'It is your turn');
    is('with its board', (await one.locator('#mine .card svg').count()) === 1);
    is('and the way to begin is left out', (await one.locator('.hero').count()) === 0);
    const online = async (page) => (await page.goto('/members'), page.locator('.here').innerText());
    is('who is here is told', (await online(other)).includes('Mechthild'));
    is('members are listed', (await other.locator('.found a').allInnerTexts()).includes('Mechthild'));
    await other.locator('#q').fill('mech');
    await other.locator('main form button').click();
    await other.waitForURL(/q=mech/);
    is('and found', (await other.locator('.found a').allInnerTexts()).join() === 'Mechthild');
    await one.goto('/settings');
    is('every time zone can be looked for', (await one.locator('#zones option').count()) > 300);
    const seen = one.locator('main form', { has: one.locator('input[name=what][value=seen]') });
    await seen.locator('[name=seen]').uncheck();
    await seen.locator('button').click();
    await one.waitForURL(/settings/);
    is('it is kept', !(await seen.locator('[name=seen]').isChecked()));
    is('who does not want to be seen is not', !(await online(other)).includes('Mechthild'));
    for (const page of [one, other]) await page.context().close();
  });

  test('the link of a challenge is copied, and scanned', async () => {
    const page = await visitor(browser, club);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: club.url });
    await begin(page, games[0], { with: 'friend', seat: 'first' });
    is('a telephone can read it', (await page.locator('svg.qr').count()) === 1);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await until('it is told', async () => (await page.locator('#say').textContent()) === 'Copied');
    is('it is the link', (await page.evaluate(() => navigator.clipboard.readText())) === (await page.locator('#link').inputValue()));
    await page.context().close();
  });

  test('a profile tells how somebody has done, game by game', async () => {
    const [one, other] = [await visitor(browser, club), await visitor(browser, club)];
    await signUp(one, 'Notburga');
    await signUp(other, 'Ortwin');
    await one.goto(`/play/${games[0]}?to=Ortwin`);
    await one.locator('[name=seat]').selectOption('first');
    await one.locator('main button.primary').click();
    await one.waitForURL(/\/challenge\//);
    await other.goto(new URL(one.url()).pathname);
    await other.locator('button[value=accept]').click();
    await other.waitForURL(/\/match\//);
    await one.waitForURL(other.url());
    for (let n = 0; n < 5; n += 1) {
      await until('somebody may play', async () => (await mayPlay(one)) || (await mayPlay(other)));
      await byMouse((await mayPlay(one)) ? one : other, dice(50 + n));
    }
    await until('resigning is possible', async () => (await other.locator('.grave summary').innerText()).startsWith('Resign'));
    await other.locator('.grave summary').click();
    await other.locator('.grave button').click();
    await until('it is over', async () => (await one.locator('.ending').count()) > 0);
    await other.goto('/member/Notburga');
    const row = await other.locator('.results tbody tr').first().locator('td').allInnerTexts();
    is(`one match, one win: ${row}`, row[0] === '1' && row[1] === '1' && row[4].includes('100 %'));
    const { faults } = await import('./club.mjs');
    const found = await faults(other);
    is(`the page is clean: ${found.join('; ')}`, found.length === 0);
    is('the opening is told', (await other.locator('main').innerText()).includes('(1 of 1)'));
    is('it is in the list', (await other.locator('h2#played ~ .scroll tbody tr').count()) === 1);
    await other.goto(`/member/Notburga?game=${games[1]}`);
    is('and not in that of another game', (await other.locator('h2#played ~ .scroll tbody tr').count()) === 0);
    for (const page of [one, other]) await page.context().close();
  });

  test('the club around the boards is clean at every width', async () => {
    const { faults } = await import('./club.mjs');
    const page = await visitor(browser, club);
    await signUp(page, 'Pankraz');
    await begin(page, games[0], { with: 'friend', seat: 'first' });
    const challenge = new URL(page.url()).pathname + new URL(page.url()).search;
    let n = 0;
    for (const width of [1280, 390, 320]) {
      for (const colorScheme of ['light', 'dark']) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        for (const path of ['/', '/lobby', '/members', '/member/Pankraz', '/settings', '/nowhere', '/docs/commands', `/games/${games[0]}`, challenge]) {
          // At the next width each page has the other colours.
          if (n++ % 2) continue;
          await page.goto(path);
          const found = await faults(page);
          // What was asked for and is not there is no fault of the page.
          is(`${path} at ${width}, ${colorScheme}: ${found}`, found.length === 0);
          if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/club-${path.split('?')[0].replaceAll('/', '_')}-${width}-${colorScheme}.png`, fullPage: true });
        }
      }
      n += 1;
    }
    await page.context().close();
  });

  test('whoever signs in is led back to where they were, or wanted to go', async () => {
    const page = await visitor(browser, club);
    await signUp(page, 'Heimkehr');
    await page.goto('/settings');
    await page.getByText('Sign out here').click();
    const signIn = async () => {
      await page.locator('[name=name]').fill('Heimkehr');
      await page.locator('[name=password]').fill('correct horse battery');
      await page.locator('main button.primary').click();
    };
    // A page that only members see.
    await page.goto('/settings/games.ccr').catch(() => {});
    await page.goto('/puzzles?done=no');
    await page.locator('#me a').click();
    await signIn();
    await page.waitForURL(club.url + '/puzzles?done=no');
    await page.goto('/settings');
    await page.getByText('Sign out here').click();
    // A form that was sent without a name.
    await page.goto('/sign-up');
    await page.evaluate(() => {
      const form = document.querySelector('main form');
      form.action = '/settings';
      form.submit();
    });
    await page.getByRole('heading', { name: 'Please sign in' }).waitFor();
    await page.locator('main a.primary').click();
    await signIn();
    await page.waitForURL(club.url + '/settings');
    await page.context().close();
  });

  test('what boards are made of is chosen in the settings too', async () => {
    const page = await visitor(browser, club);
    await page.goto('/settings');
    await page.getByLabel('Wood').check();
    await page.locator('#looks button').click();
    is('it is kept', await page.getByLabel('Wood').isChecked());
    await page.goto(`/analysis/${games[0]}`);
    is('the board is of wood', (await page.locator('.wood').count()) > 0);
    await page.context().close();
  });

  test('a browser that keeps no cookies is told so before it plays', async () => {
    const page = await visitor(browser, club);
    await page.route('**/*', async (it) => {
      const response = await it.fetch({ maxRedirects: 0 });
      await page.context().clearCookies();
      const { 'set-cookie': _, ...headers } = response.headers();
      await it.fulfill({ response, headers });
    });
    const told = () => page.getByText('Your browser keeps no cookies').waitFor();
    await page.goto('/');
    await page.locator('.hero .primary').click();
    await told();
    await page.goto('/settings');
    await page.locator('[name=theme][value=dark]').check();
    await page.locator('form[action="/settings/taste"] button').click();
    await told();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  test('a form that was filled in and left begins as it says', async () => {
    const page = await visitor(browser, club);
    await page.goto('/play/trellis');
    await page.locator('.begin summary').click();
    await page.locator('.begin [name="o-size"]').selectOption('7');
    await page.reload();
    is('the size is the official one', (await page.locator('.begin [name="o-size"]').inputValue()) === '15');
    await page.context().close();
  });

  test('a turned board is spoken of as it is seen', async () => {
    const page = await visitor(browser, club);
    const goals = () => page.locator('.sides').innerText();
    await page.goto('/analysis/trellis:opening=none');
    is('Navy joins top and bottom', /Navy joins top and bottom\s+Orange joins left and right/.test(await goals()));
    await page.locator('.view summary').click();
    await page.getByRole('button', { name: 'Turn the board to the right' }).click();
    await until('turned by a quarter it is the sides', async () => /Navy joins left and right\s+Orange joins top and bottom/.test(await goals()));
    await page.goto('/analysis/trellis');
    await page.goto('/analysis/trellis/C4+B2+C2,D4/');
    is('the choice of a side says the same', /Navy, joining left and right/.test(await page.locator('.decision').innerText()));
    await page.context().close();
  });

  test('for the ear and on help pages, sides are called by the colours one sees', async () => {
    const page = await visitor(browser, club);
    for (const game of games) {
      const colours = await page.goto(`/play/${game}`).then(() => page.locator('[name=seat]').evaluateAll((all) => all.map((it) => it.parentElement.textContent).join(' ')));
      if (!colours.includes('Navy')) continue;
      await page.goto(`/analysis/${game}`);
      await byMouse(page, dice(2));
      const heard = await page.locator('.board [aria-label], .board title').evaluateAll((all) => all.map((it) => it.getAttribute('aria-label') ?? it.textContent).join('\n'));
      is(`${game}: ${heard.match(/.*\b[VH]\b(?!\d).*/)}`, !/\b[VH]\b/.test(heard));
      await page.goto(`/games/${game}`);
      const read = await page.locator('.prose p, .prose li').evaluateAll((all) => all.map((it) => { const copy = it.cloneNode(true); copy.querySelectorAll('code').forEach((it) => it.remove()); return copy.textContent; }).join('\n'));
      is(`${game}: ${read.match(/.*\b[VH]\b.*/)}`, !/\b[VH]\b/.test(read));
    }
    await page.context().close();
  });
};
