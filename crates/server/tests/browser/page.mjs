// A page in the words of Playwright, as far as the tests need them, over a tab of a driver (drivers.mjs): so that what is done in one browser is
// done in all of them.

import { writeFileSync } from 'node:fs';

const KEYS = {
  Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C', Backspace: '\uE003', Delete: '\uE017', Home: '\uE011', End: '\uE010',
  ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015', Control: '\uE009', Shift: '\uE008',
};

/** What a locator means, in the page. */
function find(steps) {
  const text = (it) => (it.innerText ?? it.textContent).replace(/\s+/g, ' ').trim();
  const fits = (said, [wanted, flags]) => (flags === undefined ? said.toLowerCase().includes(wanted.toLowerCase()) : flags === 'exact' ? said === wanted : new RegExp(wanted, flags).test(said));
  const name = (it) => (it.getAttribute('aria-label') ?? text(it));
  return steps.reduce((list, [kind, what, how]) => {
    const inside = (selector) => [...new Set(list.flatMap((it) => [...it.querySelectorAll(selector)]))];
    if (kind === 'css') return inside(what).filter((it) => !how || fits(text(it), how));
    if (kind === 'nth') return [list.at(what)].filter(Boolean);
    if (kind === 'text') { const all = inside('body *:not(script)').filter((it) => fits(text(it), what)); return all.filter((it) => !all.some((other) => other !== it && it.contains(other))); }
    return inside({ button: 'button, [role=button]', link: 'a[href]', heading: 'h1, h2, h3' }[what]).filter((it) => fits(name(it), how));
  }, [document]);
}

const pattern = (it, exact) => (it instanceof RegExp ? [it.source, it.flags] : exact ? [it, 'exact'] : [it]);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
/** What a page that is being left says instead of an answer. */
const LEFT = /no such (frame|node|handle|window)|navigat|discarded|AbortError|destroyed|unloaded|javascript error/i;

class Locator {
  constructor(page, steps) { this.page = page; this.steps = steps; }

  with(step) { return new Locator(this.page, [...this.steps, step]); }
  locator(selector, { hasText } = {}) { return this.with(['css', selector, hasText && pattern(hasText)]); }
  nth(n) { return this.with(['nth', n]); }
  first() { return this.nth(0); }
  last() { return this.nth(-1); }

  evaluateAll(what, words = null) { return this.page.run(`(all, words) => (${what})(all, words)`, this.steps, words); }
  count() { return this.evaluateAll((all) => all.length); }
  async all() { return Array.from({ length: await this.count() }, (_, n) => this.nth(n)); }
  allInnerTexts() { return this.evaluateAll((all) => all.map((it) => it.innerText)); }

  /** Something of the first one, as soon as there is one. */
  async evaluate(what, words = null, { timeout = 15000, ready = () => true } = {}) {
    const end = Date.now() + timeout;
    for (;;) {
      const got = await this.page.run(`async (all, words) => all.length && (${ready})(all[0]) ? [await (${what})(all[0], words)] : null`, this.steps, words);
      if (got) return got[0];
      if (Date.now() > end) throw new Error(`there is no ${JSON.stringify(this.steps)} at ${this.page.url()}`);
      await pause(20);
    }
  }

  waitFor(how) { return this.evaluate(() => null, null, how); }
  innerText() { return this.evaluate((it) => it.innerText); }
  innerHTML() { return this.evaluate((it) => it.innerHTML); }
  inputValue() { return this.evaluate((it) => it.value); }
  isChecked() { return this.evaluate((it) => it.checked); }
  async isVisible() { return this.evaluateAll((all) => all.length > 0 && all[0].checkVisibility()); }
  getAttribute(name, how) { return this.evaluate((it, name) => it.getAttribute(name), name, how); }
  focus() { return this.evaluate((it) => it.focus()); }

  async fill(text) {
    await this.evaluate((it) => { it.focus(); it.select(); });
    await this.page.keyboard.type(text || [KEYS.Delete]);
  }

  // The list that opens is the system's own, and no driver reaches it.
  selectOption(value) {
    return this.evaluate((it, value) => { it.value = value; for (const name of ['input', 'change']) it.dispatchEvent(new Event(name, { bubbles: true })); }, value);
  }

  async check() { if (!(await this.isChecked())) await this.click(); }

  /** Where it is, once it is there and nothing moves. */
  async middle() {
    const look = (it) => { it.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' }); const box = it.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round); };
    return this.evaluate(look, null, { ready: (it) => it.checkVisibility() && it.getBoundingClientRect().width > 0 });
  }

  async click() {
    const [x, y] = await this.middle();
    await this.page.press([{ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
  }
}

export class Page {
  /** A page on a tab, which belongs to a club. */
  constructor(tab, base) {
    this.tab = tab;
    this.base = base;
    this.at = 'about:blank';
    this.faults = [];
    tab.logged = ({ level, text }) => { if (level === 'error' && !/favicon|Failed to load resource|EventSource|interrupted|can.t establish/i.test(text)) this.faults.push(text); };
    this.keyboard = {
      press: (key) => this.keyboard.type([KEYS[key] ?? key]),
      type: (text) => tab.act([{ type: 'key', id: 'keys', actions: [...text].flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]) }]),
    };
  }

  /** Runs a function in the page, of what the steps find and of words. A page that is being left is asked again when the next is there. */
  async run(what, steps, words) {
    const source = `async (told) => { const [steps, words] = JSON.parse(told); const find = ${find};
      return JSON.stringify([location.href, await (${what})(find(steps), words)]); }`
      // Where pages have no scripts no promise is ever kept, and nothing is asked that would need one.
      .replace(this.tab.scripts === false ? /\b(async|await)\s/g : '', '');
    for (let tries = 0; ; tries += 1) {
      try {
        const text = await this.tab.run(source, JSON.stringify([steps, words]));
        const [at, value] = JSON.parse(text);
        this.at = at;
        return value;
      } catch (error) {
        if (tries === 40 || !LEFT.test(error.message)) throw error;
        await pause(50);
      }
    }
  }

  press(actions, pointerType = 'mouse') { return this.tab.act([{ type: 'pointer', id: pointerType, parameters: { pointerType }, actions }]); }

  /** Where the page was when it was last asked. */
  url() { return this.at; }
  evaluate(what, words = null) { return this.run(`(_, words) => (${what})(words)`, [], words); }
  locator(selector, how) { return new Locator(this, []).locator(selector, how); }
  getByText(text) { return new Locator(this, [['text', pattern(text)]]); }
  getByRole(role, { name = '', exact = false } = {}) { return new Locator(this, [['role', role, pattern(name, exact)]]); }
  context() { return this; }

  async goto(path) {
    await this.tab.go(new URL(path, this.base).href, 'complete');
    await this.evaluate(() => null);
  }

  async reload() { await this.tab.reload(); await this.evaluate(() => null); }
  async goBack() { await this.tab.back(); await pause(50); await this.evaluate(() => null); }

  async waitForURL(wanted, { timeout = 15000 } = {}) {
    const fits = (url) => (wanted instanceof RegExp ? wanted.test(url) : typeof wanted === 'function' ? wanted(new URL(url)) : url === wanted);
    const end = Date.now() + timeout;
    const there = () => document.readyState !== 'loading';
    for (;;) {
      if ((await this.evaluate(there)) && fits(this.at)) return;
      if (Date.now() > end) throw new Error(`${this.at} is not ${wanted}`);
      await pause(20);
    }
  }

  waitForSelector(selector) { return this.locator(selector).first().waitFor(); }
  setViewportSize({ width, height }) { return this.tab.size(width, height); }
  async screenshot({ path }) { writeFileSync(path, Buffer.from(await this.tab.shot(), 'base64')); }
  close() { return this.tab.close(); }
}
