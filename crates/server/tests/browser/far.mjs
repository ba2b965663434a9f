// A club that is far away: the same one through a wire on which everything takes its time.

import { connect, createServer } from 'node:net';

/** The club at another address, where an answer comes `ms` later than it would. */
export async function far(club, ms) {
  const open = new Set();
  const server = createServer((near) => {
    const there = connect(Number(new URL(club.url).port), '127.0.0.1');
    for (const [from, to] of [[near, there], [there, near]]) {
      open.add(from);
      from.setNoDelay(true);
      from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), ms / 2));
      from.on('close', () => { open.delete(from); setTimeout(() => to.end(), ms / 2); });
      from.on('error', () => {});
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async close() { for (const it of open) it.destroy(); await new Promise((done) => server.close(done)); },
  };
}
