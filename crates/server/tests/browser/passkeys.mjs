import { visitor } from './club.mjs';
import { until } from './play.mjs';

/** Passkeys, with an authenticator that the browser pretends to have. */
export function passkeys({ test, is, club, browser, signUp, clean }) {
  // Keys are for names of hosts: an address in numbers can have none.
  const named = { url: club.url.replace('127.0.0.1', 'localhost') };
  const password = 'correct horse battery';
  const member = async (name) => {
    const page = await visitor(browser, named);
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
    await session.send('WebAuthn.addVirtualAuthenticator', { options });
    await signUp(page, name);
    return page;
  };
  const add = async (page, name, word = password) => {
    await page.goto('/settings');
    const form = page.locator('#add-key');
    await form.locator('[name=name]').fill(name);
    await form.locator('[name=password]').fill(word);
    await form.locator('button').click();
    return form.locator('strong[role=alert]');
  };
  const keys = (page) => page.locator('form', { has: page.locator('[name=what][value=key]') });
  const out = async (page) => {
    await page.goto('/settings');
    await page.getByText('Sign out here').click();
    await page.waitForURL((it) => it.pathname === '/');
    await page.goto('/sign-in');
  };
  const told = (page) => page.locator('#by-key strong[role=alert]');
  const enter = (page) => page.locator('#by-key button').click();

  test('a passkey is added, named, signs in, and is removed', async () => {
    const page = await member('Keyholder');
    const wrong = await add(page, 'My laptop', 'not this one');
    await until('a wrong password is told', async () => (await wrong.innerText()).includes('not your password'));
    await add(page, 'My laptop');
    await until('it is in the list', async () => (await keys(page).locator('li input').count()) === 1);
    is('it has its name', (await keys(page).locator('li input').inputValue()) === 'My laptop');
    if (process.env.SHOTS) await page.locator('#safety').screenshot({ path: `${process.env.SHOTS}/keys-1280.png` });
    await keys(page).locator('li input').fill('My old laptop');
    await keys(page).locator('[name=password]').fill(password);
    await keys(page).getByText('Rename').click();
    await until('it has another', async () => (await keys(page).locator('li input').inputValue()) === 'My old laptop');
    await out(page);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/sign-in-1280.png` });
    await enter(page);
    await page.waitForURL((it) => it.pathname === '/');
    is('the member is in', (await page.locator('.me').innerText()).includes('Keyholder'));
    await page.goto('/settings');
    is('its use is told', (await keys(page).locator('li').innerText()).includes('last used'));
    await keys(page).locator('[name=password]').fill(password);
    await keys(page).getByText('Remove').click();
    await until('it is gone', async () => (await keys(page).count()) === 0);
    await out(page);
    await enter(page);
    await until('it opens nothing', async () => (await told(page).innerText()).includes('opens no account here'));
    await page.goto('/settings');
    is('nobody is in', (await page.locator('#safety').count()) === 0);
    await page.context().close();
  });

  test('what was signed opens one account, once, for this site', async () => {
    const page = await member('Anna-Key');
    await add(page, 'One');
    await until('it is in the list', async () => (await keys(page).locator('li input').count()) === 1);
    await out(page);
    /** Signs in by hand, changing what is sent. */
    const by = (change) => page.evaluate(async (change) => {
      const send = async (path, body) => {
        const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
        return [answer.status, await answer.json().catch(() => ({}))];
      };
      const [, { word, options }] = await send('/api/v1/sessions/passkey/begin', {});
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey);
      const key = (await navigator.credentials.get({ publicKey })).toJSON();
      const coded = (it) => btoa(it).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      const plain = (it) => atob(it.replaceAll('-', '+').replaceAll('_', '/'));
      if (change === 'origin') key.response.clientDataJSON = coded(plain(key.response.clientDataJSON).replace(location.origin, 'https://elsewhere.example'));
      // Another member's number, as the device says it.
      if (change === 'member') key.response.userHandle = coded(`${plain(key.response.userHandle).slice(0, 15)}\x7f`);
      if (change === 'key') key.id = key.rawId = coded('of somebody else');
      if (change === 'question') {
        const [, other] = await send('/api/v1/sessions/passkey/begin', {});
        return [(await send('/api/v1/sessions/passkey', { word: other.word, key }))[0]];
      }
      const first = (await send('/api/v1/sessions/passkey', { word, key }))[0];
      return change === 'again' ? [first, (await send('/api/v1/sessions/passkey', { word, key }))[0]] : [first];
    }, change);
    for (const change of ['origin', 'member', 'key', 'question']) {
      const [status] = await by(change);
      is(`another ${change} is refused: ${status}`, status === 401);
    }
    const [first, again] = await by('again');
    is(`it opens once: ${first}`, first === 201);
    is(`and not again: ${again}`, again === 400);
    // Last: with what looks at the page the browser forgets its authenticator.
    for (const path of ['/settings', '/sign-in']) { await page.goto(path); await clean(page); }
    await page.context().close();
  });

  test('a passkey is asked for on no page that cannot have one, and by no script on a match', async () => {
    const page = await visitor(browser, club);
    await page.goto('/sign-in');
    is('no button by an address in numbers', await page.locator('#by-key').isHidden());
    await page.context().close();
    const plain = await visitor(browser, named, { scripts: false });
    await plain.goto('/sign-in');
    is('no button without scripts', await plain.locator('#by-key').isHidden());
    await plain.goto('/games');
    is('no script elsewhere', !(await plain.content()).includes('passkey.js'));
    await plain.context().close();
  });
}
