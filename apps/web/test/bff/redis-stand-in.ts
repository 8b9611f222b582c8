import { type AddressInfo, type Socket, createServer } from 'node:net';

/** The few Redis commands the web server uses, spoken over loopback. Times run by the real clock, as in Redis. */
export async function startRedisStandIn() {
  const values = new Map<string, { value: string; until: number }>();
  const connections = new Set<Socket>();
  const find = (key: string): string | undefined => {
    const held = values.get(key);
    return held && held.until > Date.now() ? held.value : undefined;
  };
  const bulk = (text: string | undefined): string =>
    text === undefined ? '$-1\r\n' : `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

  function answer([name = '', ...parts]: string[]): string {
    const [key = '', value = '', , seconds = '0', onlyIfAbsent] = parts;
    switch (name.toLowerCase()) {
      case 'get':
        return bulk(find(key));
      case 'set':
        if (onlyIfAbsent && find(key) !== undefined) return bulk(undefined);
        values.set(key, { value, until: Date.now() + Number(seconds) * 1000 });
        return '+OK\r\n';
      case 'eval': {
        const [, , held = '', ticket] = parts;
        return find(held) === ticket && values.delete(held) ? ':1\r\n' : ':0\r\n';
      }
      case 'info':
        return bulk('loading:0\r\n');
      case 'hello':
        return '-ERR unknown command HELLO\r\n';
      default:
        return '+OK\r\n';
    }
  }

  const server = createServer((socket) => {
    connections.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => connections.delete(socket));
    let pending = '';
    socket.on('data', (part) => {
      pending += part.toString('latin1');
      for (let command = readCommand(pending); command; command = readCommand(pending)) {
        pending = pending.slice(command.length);
        socket.write(answer(command.parts));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${port}`,
    values,
    async stop(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of connections) socket.destroy();
      await closed;
    },
  };
}

/** One complete array of bulk strings at the start of the text, if it is all there. */
function readCommand(text: string): { parts: string[]; length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (!head) return undefined;
  let at = head[0].length;
  const parts: string[] = [];
  for (let index = 0; index < Number(head[1]); index += 1) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (!size) return undefined;
    at += size[0].length;
    const end = at + Number(size[1]);
    if (text.length < end + 2) return undefined;
    parts.push(text.slice(at, end));
    at = end + 2;
  }
  return { parts, length: at };
}
