// Pictures of all pages, compared with those that were looked at. They are stored small: what is compared is where things are
// and what colour they have. `UPDATE=1` stores them anew.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Club, browse, dice, visitor } from './club.mjs';
import { byMouse, mayPlay, until } from './play.mjs';

const STORED = new URL('pictures/', import.meta.url).pathname;
/** How wide pictures are stored, by the width of the window. */
const SIZES = { 1280: 480, 390: 234 };
const TALLEST = 1600;
/** The page that the README shows, light and dark. */
const IN_README = 'match-over';
/** By how much a pixel may differ, of 255, and how many may differ by more. */
const [SHADE, SHARE] = [48, 0.006];

/** What is another one each time: hours, days, codes of links, the puzzle of the day. */
const VARIES = `.clock, .until, #link, .code, #address, .talk .muted, .daily, #news time, .asks .muted, .rows td:last-child, .lately .muted, .sessions, .here, .bottom small, [data-varies] { visibility: hidden !important }
  *, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important }
  @font-face { font-family: Text; src: url(/assets/0/text.woff2); font-weight: 400 700; font-display: block }
  @font-face { font-family: Heads; src: url(/assets/0/heads.woff2); font-weight: 600; font-display: block }`;
/** Pages do without a font that is late; pictures wait for it. */
const dressed = () => Promise.all(['400 16px Text', '700 16px Text', '600 16px Heads'].map((it) => document.fonts.load(it))).then(() => document.fonts.ready).then(() => {});

/** Days and hours are others each time. */
function timeless() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const it = texts.currentNode;
    if (/\b\d{1,2} [A-Z][a-z]{2} \d{4}|\bago\b|just now|\b\d\d:\d\d\b/.test(it.data)) it.data = 'some day';
  }
}

/** Works on pictures in a window of its own, where no page forbids it. */
async function studio(browser) {
  const page = await (await browser.newContext()).newPage();
  const url = (bytes) => `data:image/png;base64,${bytes.toString('base64')}`;
  return {
    small: async (bytes, width) => Buffer.from(await page.evaluate(async ([url, width]) => {
      const it = await createImageBitmap(await (await fetch(url)).blob());
      const canvas = Object.assign(document.createElement('canvas'), { width, height: Math.round((it.height * width) / it.width) });
      const pen = canvas.getContext('2d');
      pen.imageSmoothingQuality = 'high';
      pen.drawImage(it, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL('image/webp', 0.8).split(',')[1];
    }, [url(bytes), width]), 'base64'),
    /** The share of pixels that differ; 1 where the sizes do. */
    differ: (one, other) => page.evaluate(async ([urls, shade]) => {
      const [a, b] = await Promise.all(urls.map(async (url) => {
        const it = await createImageBitmap(await (await fetch(url)).blob());
        const pen = Object.assign(document.createElement('canvas'), it).getContext('2d');
        pen.canvas.width = it.width; pen.canvas.height = it.height;
        pen.drawImage(it, 0, 0);
        return pen.getImageData(0, 0, it.width, it.height);
      }));
      if (a.width !== b.width || Math.abs(a.height - b.height) > 12) return 1;
      let n = 0;
      const end = Math.min(a.data.length, b.data.length);
      for (let i = 0; i < end; i += 4) if ([0, 1, 2].some((k) => Math.abs(a.data[i + k] - b.data[i + k]) > shade)) n += 1;
      return n / (end / 4);
    }, [[url(one), url(other)], SHADE]),
    close: () => page.context().close(),
  };
}

/** A club in which something has happened, the same each time; gives the pages by name and who looks at them. */
async function staged(program, games) {
  // Letters are drawn as people see them.
  const [club, browser] = [await Club.open(program), await browse({ whole: true })];
  const [ann, bert] = [await visitor(browser, club), await visitor(browser, club)];
  for (const [page, name] of [[ann, 'Ann'], [bert, 'Bert']]) {
    await page.goto('/sign-up');
    await page.locator('[name=name]').fill(name);
    await page.locator('[name=password]').fill('correct horse battery');
    await page.locator('main button.primary').click();
    await page.waitForURL(club.url + '/');
  }
  const match = async (game, plies, resigns) => {
    await ann.goto(`/play/${game}?to=Bert`);
    await ann.locator('[name=rated]').check();
    await ann.locator('[name=seat]').selectOption('first');
    await ann.locator('main button.primary').click();
    await ann.waitForURL(/\/challenge\/\d+/);
    const challenge = new URL(ann.url()).pathname;
    await bert.goto(challenge);
    await bert.locator('button[value=accept]').click();
    await bert.waitForURL(/\/match\/\d+/);
    const path = new URL(bert.url()).pathname;
    // Whoever waits at the challenge is taken along by the page itself.
    await ann.waitForURL(bert.url());
    const roll = dice(6);
    for (let n = 0; n < plies; n += 1) {
      await until('somebody may play', async () => (await mayPlay(ann)) || (await mayPlay(bert)));
      const page = (await mayPlay(ann)) ? ann : bert;
      const before = await page.locator('.plies a').count();
      await byMouse(page, roll);
      for (const it of [ann, bert]) await until('it is told', async () => (await it.locator('.plies a').count()) > before);
    }
    if (resigns) {
      await bert.locator('.grave summary').click();
      await bert.locator('.grave button').click();
      await until('it is over', async () => (await bert.locator('.ending').count()) > 0);
    }
    return path;
  };
  const over = await match(games[0], 8, true);
  const live = await match(games[2], 6, false);
  await ann.goto(`/play/${games[1]}`);
  await ann.locator('form.begin button[value=friend]').click();
  await ann.waitForURL(/\/challenge\/\d+/);
  const pages = {
    front: '/', games: '/games', puzzles: '/puzzles', lobby: '/lobby', settings: '/settings', 'sign-up': '/sign-up', 'sign-in': '/sign-in',
    members: '/members?q=a', member: '/member/Ann', api: '/api', docs: '/docs', tutorial: '/docs/tutorial', nowhere: '/nowhere', game: `/games/${games[0]}`, play: `/play/${games[1]}`,
    challenge: new URL(ann.url()).pathname, 'match-over': over, 'match-live': live,
  };
  const { id } = (await (await fetch(`${club.url}/api/v1/puzzles`)).json())[3];
  pages.puzzle = `/puzzles/${id}`;
  // A whole game of each, as far as its middle.
  for (const game of games) {
    let sample;
    await until(`${game} has a whole game`, async () => {
      await ann.goto(`/games/${game}`);
      sample = await ann.locator('.game-head a[href$="#watch"]').first().getAttribute('href', { timeout: 300 });
      return sample;
    }, 60000);
    const [, , spec, tree] = sample.split('/');
    const plies = decodeURIComponent(tree.replaceAll('+', ' ')).replace(/\{[^}]*\}/g, '').split(' ').filter(Boolean);
    const [at] = [Math.floor(plies.length * 0.6)];
    pages[`board-${game}`] = `/analysis/${spec}/${plies.slice(0, at).map(encodeURIComponent).join('+')}/?at=${at}`;
  }
  return { club, browser, pages, cookies: await ann.context().cookies(), close: async () => { await browser.close(); await club.close(); } };
}

export const pictures = ({ test, is, program, games }) => {
  let stage;
  for (const width of [1280, 390]) {
    for (const dark of [false, true]) {
      test(`all pages look as they did at ${width} px, ${dark ? 'dark' : 'light'}`, async () => {
        stage ??= staged(program, games);
        const { club, browser, pages, cookies } = await stage;
        const work = await studio(browser);
        const page = await visitor(browser, club, { width, dark, free: true });
        await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
        await page.context().addCookies(cookies);
        const wrong = [];
        if (process.env.SHOTS) mkdirSync(process.env.SHOTS, { recursive: true });
        mkdirSync(STORED, { recursive: true });
        for (const [nth, [name, path]] of Object.entries(pages).entries()) {
          // Each page is compared in both widths and in both colours; whoever wants to look at them gets all four.
          const due = nth % 2 === Number(dark !== (width < 500)) || (width === 1280 && name === IN_README);
          if (!due && !process.env.SHOTS) continue;
          await page.goto(path);
          await page.addStyleTag({ content: VARIES });
          await page.evaluate(dressed);
          // Pages that wait look once more when they begin to listen.
          if (await page.locator('[data-hears]').count()) await page.waitForTimeout(500);
          await page.evaluate(timeless);
          await page.mouse.move(0, 0);
          const height = Math.min(TALLEST, await page.evaluate(() => document.documentElement.scrollHeight));
          const shot = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height } });
          const file = `${name}-${width}-${dark ? 'dark' : 'light'}.webp`;
          if (process.env.SHOTS) writeFileSync(join(process.env.SHOTS, file.replace('.webp', '.png')), shot);
          if (!due) continue;
          const small = await work.small(shot, SIZES[width]);
          if (process.env.UPDATE) { writeFileSync(join(STORED, file), small); continue; }
          if (!existsSync(join(STORED, file))) { wrong.push(`${file} is not stored`); continue; }
          const share = await work.differ(readFileSync(join(STORED, file)), small);
          if (share > SHARE) wrong.push(`${file} differs in ${(share * 100).toFixed(1)} %`);
        }
        await page.context().close();
        await work.close();
        is(`pages look as they did (if they are to look otherwise: look at them, then UPDATE=1): ${wrong.join(', ')}`, wrong.length === 0);
      });
    }
  }
  // After the last of them, whichever that was: a test that misses is run once more.
  return async () => { if (stage) await (await stage).close(); };
};
