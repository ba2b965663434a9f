// Browsers that Playwright cannot drive as they are installed: Firefox through WebDriver BiDi, WebKitGTK through its WebDriver.
// Each gives tabs that can go to an address, run a function, press and type, and take a picture; page.mjs makes pages of them.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { socket } from './socket.mjs';

const ended = (child) => new Promise((done) => child.once('exit', done));

/** Ends a program that was started here. */
async function end(child) {
  const gone = child.exitCode === null && child.signalCode === null ? ended(child) : null;
  child.kill();
  const late = setTimeout(() => child.kill('SIGKILL'), 5000);
  await gone;
  clearTimeout(late);
}

/** What a program says on a stream until it matches. */
const told = (child, stream, pattern) => new Promise((found, failed) => {
  let text = '';
  stream.on('data', (piece) => {
    text += piece;
    const match = text.match(pattern);
    if (match) { found(match); text = ''; }
  });
  child.once('error', failed);
  child.once('exit', (code) => failed(new Error(`the browser ended with ${code}: ${text}`)));
});

// Firefox.

const PREFERENCES = {
  'app.update.enabled': false, 'browser.shell.checkDefaultBrowser': false, 'datareporting.policy.dataSubmissionEnabled': false,
  'browser.startup.page': 0, 'browser.tabs.warnOnClose': false, 'toolkit.telemetry.enabled': false, 'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false, 'browser.newtabpage.enabled': false, 'extensions.update.enabled': false,
  'browser.safebrowsing.malware.enabled': false, 'browser.safebrowsing.phishing.enabled': false, 'services.settings.server': 'data:,',
  'remote.prefs.recommended': true, 'remote.active-protocols': 1, 'dom.disable_open_during_load': false, 'dom.ipc.processCount': 2,
};

/** Starts Firefox. `preferences` are as in `about:config`. */
export async function firefox(preferences = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'crosscut-firefox-'));
  const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const words = ['--headless', '--remote-debugging-port=0', '--profile', profile, '--no-remote'];
  const child = spawn(process.env.FIREFOX ?? 'firefox-esr', words, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' } });
  const [, address] = await told(child, child.stderr, /listening on (ws:\S+)/);
  child.stderr.resume();
  const waiting = new Map();
  const tabs = new Map();
  let [last, front] = [0, null];
  const wire = await socket(`${address}/session`, (text) => {
    const it = JSON.parse(text);
    if (it.method === 'log.entryAdded') tabs.get(it.params.source.context)?.logged(it.params);
    const [done, failed] = waiting.get(it.id) ?? [];
    waiting.delete(it.id);
    if (it.type === 'error') failed?.(new Error(`${it.error}: ${it.message}`));
    else done?.(it.result);
  });
  const call = (method, params = {}) => new Promise((done, failed) => {
    waiting.set(++last, [done, failed]);
    wire.send(JSON.stringify({ id: last, method, params }));
  });
  const { capabilities } = await call('session.new', { capabilities: {} });
  await call('session.subscribe', { events: ['log.entryAdded'] });
  return {
    name: 'Firefox', version: capabilities.browserVersion,
    async tab() {
      const { userContext } = await call('browser.createUserContext');
      const { context } = await call('browsingContext.create', { type: 'window', userContext });
      const tab = {
        scripts: preferences['javascript.enabled'] ?? true,
        logged: () => {},
        go: (url, wait) => call('browsingContext.navigate', { context, url, wait }),
        reload: () => call('browsingContext.reload', { context, wait: 'complete' }),
        back: () => call('browsingContext.traverseHistory', { context, delta: -1 }),
        async run(source, words) {
          const answer = await call('script.callFunction', {
            functionDeclaration: source, awaitPromise: true, target: { context }, arguments: [{ type: 'string', value: words }],
          });
          if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
          return answer.result.value;
        },
        // Keys reach a window only where it is in front.
        async act(actions) {
          if (front !== context) await call('browsingContext.activate', { context: front = context });
          await call('input.performActions', { context, actions });
        },
        size: (width, height) => call('browsingContext.setViewport', { context, viewport: { width, height } }),
        shot: async () => (await call('browsingContext.captureScreenshot', { context })).data,
        print: async () => (await call('browsingContext.print', { context, background: false })).data,
        async close() { tabs.delete(context); await call('browser.removeUserContext', { userContext }); },
      };
      tabs.set(context, tab);
      return tab;
    },
    async close() { wire.close(); await end(child); rmSync(profile, { recursive: true, force: true, maxRetries: 5 }); },
  };
}

// WebKitGTK.

/** A screen that nobody sees. */
async function screen() {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [, number] = await told(child, child.stdio[3], /(\d+)\n/);
  return { child, name: `:${number}` };
}

/** A number of a port that nobody listens at. */
const port = () => new Promise((found) => {
  const server = createServer().listen(0, '127.0.0.1', () => { const { port } = server.address(); server.close(() => found(port)); });
});

/** The browser itself: WebKitGTK's own small one, which comes with the library. */
function mini() {
  const folder = readdirSync('/usr/lib').find((it) => it.endsWith('-linux-gnu'));
  return ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((it) => `/usr/lib/${folder}/${it}/MiniBrowser`).find(existsSync);
}

/** Starts what WebKitGTK needs. Every window is a browser of its own, for one shares its cookies among all it has. */
export async function webkit() {
  const shown = await screen();
  const open = new Set();
  const idle = [];
  // Root may not sandbox, and nothing but the club's own pages is shown; there is no graphics card either.
  const env = { ...process.env, DISPLAY: shown.name, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1', NO_AT_BRIDGE: '1' };
  const begin = async () => {
    const at = await port();
    const child = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${at}`], { stdio: ['ignore', 'pipe', 'ignore'], env });
    const call = async (method, path, body) => {
      const answer = await fetch(`http://127.0.0.1:${at}${path}`, { method, body: body && JSON.stringify(body) });
      const { value } = await answer.json();
      if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
      return value;
    };
    for (let n = 0; n < 200 && !(await call('GET', '/status').catch(() => null)); n += 1) await new Promise((done) => setTimeout(done, 25));
    const words = { binary: mini(), args: ['--automation', '--enable-write-console-messages-to-stdout=true'] };
    const session = await call('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': words } } });
    const s = `/session/${session.sessionId}`;
    const tab = {
      version: session.capabilities.browserVersion,
      // Its own buttons need that much.
      least: 460,
      logged: () => {},
      go: (url) => call('POST', `${s}/url`, { url }),
      reload: () => call('POST', `${s}/refresh`, {}),
      back: () => call('POST', `${s}/back`, {}),
      run: (source, words) => call('POST', `${s}/execute/async`, {
        script: `const done = arguments[1]; Promise.resolve(arguments[0]).then(${source}).then(done, (error) => done('!' + error.message))`, args: [words],
      }),
      act: (actions) => call('POST', `${s}/actions`, { actions }),
      // What the frame of the window takes away is added.
      async size(width, height) {
        for (let n = 0, [w, h] = [width, height]; n < 4; n += 1) {
          await call('POST', `${s}/window/rect`, { x: 0, y: 0, width: w, height: h });
          const [is, high] = await call('POST', `${s}/execute/sync`, { script: 'return [innerWidth, innerHeight]', args: [] });
          if (is === width && high === height) return;
          [w, h] = [w + width - is, h + height - high];
        }
      },
      shot: () => call('GET', `${s}/screenshot`),
      // The next visitor finds nothing of this one.
      async close() {
        await call('POST', `${s}/execute/sync`, { script: 'try { localStorage.clear(); sessionStorage.clear() } catch {}', args: [] }).catch(() => {});
        await call('DELETE', `${s}/cookie`).catch(() => {});
        await tab.go('about:blank');
        tab.logged = () => {};
        idle.push(tab);
      },
    };
    child.stdout.on('data', (text) => { for (const [line] of String(text).matchAll(/^CONSOLE.* ERROR .*$/gm)) tab.logged({ level: 'error', text: line }); });
    open.add(async () => { await call('DELETE', s).catch(() => {}); await end(child); });
    return tab;
  };
  idle.push(await begin());
  return {
    name: 'WebKitGTK', version: idle[0].version,
    tab: async () => idle.pop() ?? begin(),
    async close() { for (const stop of open) await stop(); await end(shown.child); },
  };
}
