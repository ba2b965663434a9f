// What members report, and what operators do about it.

import { execFileSync } from 'node:child_process';
import { faults, visitor } from './club.mjs';

export const people = ({ test, is, club, browser, pair, signUp }) => {
  const clean = async (page) => { const found = await faults(page); is(`${page.url()}: ${found.join('; ')}`, found.length === 0); };

  test('a message is reported, and an operator deletes it and mutes its writer', async () => {
    const [ida, ulf] = await pair('hex');
    await signUp(ida, 'Ida');
    await signUp(ulf, 'Ulf');
    for (const page of [ida, ulf]) { await page.goto('/'); await page.locator('a[href^="/match/"]').first().click(); }
    const at = ida.url();
    await ulf.goto(at);
    await ulf.locator('#words').fill('A rotten thing to say');
    await ulf.getByRole('button', { name: 'Send' }).click();
    await ida.goto(at);
    await ida.locator('#talk').getByRole('link', { name: 'Report' }).click();
    is('the message is quoted', (await ida.locator('blockquote').innerText()).includes('rotten'));
    await clean(ida);
    await ida.locator('select').selectOption('insult');
    await ida.getByRole('button', { name: 'Send the report' }).click();
    is('it is told', (await ida.locator('main').innerText()).includes('Thank you'));

    const page = await visitor(browser, club);
    await signUp(page, 'Olga');
    is('nobody else finds the page', (await page.goto('/operators')).status() === 404);
    execFileSync(club.program, ['user', 'role', 'Olga', 'operator', '--database', `${club.data}/club.db`]);
    is('the password is asked for', (await page.goto('/operators')).status() === 403);
    await clean(page);
    await page.locator('[name=password]').fill('correct horse battery');
    await page.getByRole('button', { name: 'Go on' }).click();
    const report = page.locator('.reports li').filter({ hasText: 'rotten' });
    await clean(page);
    await report.getByRole('button', { name: 'Delete the message' }).click();
    is('it says what was done', (await page.locator('main [role=status]').innerText()).startsWith('Done: delete remark'));
    is('the report is done with', (await report.count()) === 0);
    await page.locator('#people [name=name]').fill('Ulf');
    await page.locator('#people [name=reason]').fill('rude');
    await page.locator('#people').getByRole('button', { name: 'Mute' }).click();
    is('the log has it', (await page.locator('#log').innerText()).includes('rude'));
    await clean(page);
    await page.setViewportSize({ width: 360, height: 700 });
    is('nothing scrolls sideways', await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await ulf.goto(at);
    is('the message is gone', (await ulf.locator('#talk').innerText()).includes('removed by an operator'));
    await ulf.locator('#words').fill('More of it');
    await ulf.getByRole('button', { name: 'Send' }).click();
    is('the reason is told', (await ulf.locator('[role=alert]').first().innerText()).includes('not write to others'));
  });
};
