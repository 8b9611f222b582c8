import { EventEmitter, once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The way to a database, which can be cut; `refusals` tells of each connection that is refused meanwhile. */
export async function startRoad(server: URL) {
  const sockets = new Set<Socket>();
  const refusals = new EventEmitter();
  let isCut = false;
  const road = createServer((incoming) => {
    if (isCut) {
      incoming.resetAndDestroy();
      return void refusals.emit('refused');
    }
    const outgoing = connect(Number(server.port || 5432), server.hostname);
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(road, 'listening');
  return {
    port: (road.address() as AddressInfo).port,
    refusals,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    mend() {
      isCut = false;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      road.close();
    },
  };
}
