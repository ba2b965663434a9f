// The little of WebSocket that is needed to speak with a browser on this machine: Node has had it built in since 22 only.

import { randomBytes } from 'node:crypto';
import { get } from 'node:http';

/** Opens a socket; what arrives is given to `heard` as text. Returns how to send, and how to close. */
export function socket(url, heard) {
  return new Promise((opened, failed) => {
    const headers = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13, 'Sec-WebSocket-Key': randomBytes(16).toString('base64') };
    const request = get(url.replace(/^ws/, 'http'), { headers });
    request.once('error', failed);
    request.once('response', (answer) => failed(new Error(`${url} answers ${answer.statusCode}`)));
    request.once('upgrade', (_, wire, head) => {
      wire.setNoDelay(true);
      wire.on('error', () => {});
      let bytes = Buffer.alloc(0);
      let parts = [];
      const take = (piece) => {
        bytes = Buffer.concat([bytes, piece]);
        for (let frame; (frame = cut(bytes)); bytes = bytes.subarray(frame.size)) {
          if (frame.kind === 8) return wire.end();
          if (frame.kind === 9) { wire.write(pack(10, frame.body)); continue; }
          if (frame.kind > 2) continue;
          parts.push(frame.body);
          if (frame.last) { heard(Buffer.concat(parts).toString()); parts = []; }
        }
      };
      wire.on('data', take);
      opened({ send: (text) => wire.write(pack(1, Buffer.from(text))), close: () => wire.destroy() });
      if (head.length) take(head);
    });
  });
}

/** The frame that bytes begin with, once it is whole. */
function cut(bytes) {
  if (bytes.length < 2) return null;
  const short = bytes[1] & 127;
  const start = { 126: 4, 127: 10 }[short] ?? 2;
  if (bytes.length < start) return null;
  const length = { 126: () => bytes.readUInt16BE(2), 127: () => Number(bytes.readBigUInt64BE(2)) }[short]?.() ?? short;
  if (bytes.length < start + length) return null;
  return { last: bytes[0] > 127, kind: bytes[0] & 15, body: bytes.subarray(start, start + length), size: start + length };
}

/** A frame as clients send it: masked. */
function pack(kind, body) {
  const mask = randomBytes(4);
  const long = body.length > 65535 ? Buffer.alloc(10) : body.length > 125 ? Buffer.alloc(4) : Buffer.alloc(2);
  long[0] = 128 | kind;
  long[1] = 128 | (long.length === 10 ? 127 : long.length === 4 ? 126 : body.length);
  if (long.length === 10) long.writeBigUInt64BE(BigInt(body.length), 2);
  if (long.length === 4) long.writeUInt16BE(body.length, 2);
  return Buffer.concat([long, mask, body.map((byte, at) => byte ^ mask[at % 4])]);
}
