// A club of one's own for the tests: the server as people start it, and browsers to visit it.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { firefox, webkit } from './drivers.mjs';
import { Page } from './page.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

/** A server on a new database. */
export class Club {
  static async open(program, extra = []) {
    const club = new Club();
    club.program = program;
    club.data = mkdtempSync(join(tmpdir(), 'crosscut-pages-'));
    club.extra = extra;
    await club.start('127.0.0.1:0');
    return club;
  }

  async start(listen) {
    const words = ['serve', '--listen', listen, '--data', this.data, '--unlimited', '--password-cost', '8', ...this.extra];
    this.child = spawn(this.program, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.ended = new Promise((done) => this.child.once('exit', done));
    this.url = await new Promise((found, failed) => {
      let text = '';
      this.child.stdout.on('data', (piece) => {
        text += piece;
        const url = text.match(/http:\/\/[^\s]+/);
        if (url) found(url[0]);
      });
      this.ended.then((code) => failed(new Error(`the server ended with ${code}`)));
    });
  }

  /** Ends the server, the polite way or not. */
  async stop(signal = 'SIGTERM') {
    this.child.kill(signal);
    await this.ended;
  }

  /** The same server on the same address again. */
  async again() {
    await this.start(new URL(this.url).host);
  }

  async close() {
    await this.stop();
    rmSync(this.data, { recursive: true });
  }
}

/** A file as the program would put it together, in the order that it says. */
function asset(name) {
  // Known there by another name.
  if (name === 'wire.js') return { contentType: 'text/javascript', path: join(process.env.ASSETS, 'worker', name) };
  if (name.endsWith('.woff2')) return { path: join(process.env.ASSETS, 'fonts', name) };
  const text = readFileSync(join(process.env.ASSETS, '../src/http/pages/assets.rs'), 'utf8');
  const parts = [...text.slice(text.indexOf(`"${name}"`)).split(/\),\n/)[0].matchAll(/"([\w/]+\.(?:css|js))"/g)].map(([, it]) => it).filter((it) => it.includes('/'));
  const type = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' }[name.split('.').pop()];
  return { contentType: type, body: (parts.length ? parts : [name]).map((it) => readFileSync(join(process.env.ASSETS, it), 'utf8')).join('') };
}

/** Which browser is asked for. */
export const BROWSER = process.env.BROWSER || 'chromium';

/**
 * Chromium whole, and without what nobody sees here (menus, settings, a store of pages left): the same engine takes two thirds of the time so.
 * Where only the whole one is installed it does for both.
 */
const WHOLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
const SMALL = process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', WHOLE].find(existsSync);

/** Starts it; `whole` where a test is about what the small one leaves out or draws otherwise, `how` is what Playwright or the driver wants to know besides. */
export const browse = ({ whole = false, ...how } = {}) => {
  const driver = { firefox, webkit }[BROWSER];
  return driver ? driver(how) : chromium.launch({ executablePath: whole ? WHOLE : SMALL, args: FLAGS, ...how });
};

/** A window of a visitor's own. */
export async function visitor(browser, club, { scripts = true, width = 1280, dark = false, pause = 'off', free = false } = {}) {
  if (browser.tab) {
    const tab = await browser.tab({ scripts });
    await tab.size(width, width < 500 ? 740 : 850);
    return new Page(tab, club.url);
  }
  const context = await browser.newContext({
    baseURL: club.url, javaScriptEnabled: scripts, viewport: { width, height: width < 500 ? 740 : 850 },
    colorScheme: dark ? 'dark' : 'light', hasTouch: width < 500, bypassCSP: free,
  });
  context.setDefaultTimeout(15000);
  // Whoever works on style sheets and scripts need not build the program each time.
  if (process.env.ASSETS) await context.route(/\/assets\/.*\.(css|js|svg|woff2)$/, (it) => it.fulfill(asset(it.request().url().split('/').pop())));
  // What is sent with keepalive is never answered while anything is intercepted.
  if (process.env.ASSETS) await context.addInitScript(() => { const plain = window.fetch; window.fetch = (url, how) => plain(url, { ...how, keepalive: false }); });
  // The computer need not wait until it is believed to have thought.
  await context.addInitScript((pause) => { try { localStorage.setItem('pause', localStorage.getItem('pause') ?? pause); } catch { /* no page yet */ } }, pause);
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(`a script broke: ${error.message}`));
  page.on('response', (answer) => { if (answer.status() >= 500) page.faults.push(`${answer.status()} at ${answer.url()}`); });
  page.on('console', (it) => {
    if (it.type() === 'error' && /Content Security Policy/.test(it.text())) page.faults.push(it.text());
  });
  return page;
}

/** What axe finds on a page, whether one is spoken of as many, and whether the page is wider than its window. Runs in a world the page's policy allows. */
export async function faults(page) {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const run = (expression) => session.send('Runtime.evaluate', { expression, contextId: executionContextId, awaitPromise: true, returnByValue: true });
  await run(AXE);
  const { result } = await run(`axe.run(document, { resultTypes: ['violations'], preload: false, iframes: false }).then((it) => it.violations.map((one) =>
    one.id + ': ' + one.help + ' (' + one.nodes.length + 'x, first ' + one.nodes[0].html.slice(0, 120) + ')'))`);
  const { result: one } = await run(`document.body.innerText.match(/(?<![\\d.,:–-])\\b1 (matches|games|members|players|puzzles|days|hours|minutes|tiles|tokens|stones|people|challenges|messages)\\b/)?.[0] ?? ''`);
  const { result: wide } = await run('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  await session.detach();
  const found = [...page.faults, ...(result.value ?? ['axe did not run'])];
  if (one.value) found.push(`it says '${one.value}'`);
  if (wide.value > 0) found.push(`it is ${wide.value} pixels wider than the window`);
  return found;
}

/** The same numbers every time. */
export function dice(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}
