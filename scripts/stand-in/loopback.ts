/** An HTTP server on this machine only: on both loopback addresses, since `localhost` may mean either. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RunningStandIn {
  url: string;
  stop(): void;
}

export interface ListenOptions {
  /** 0 takes any that is free. */
  port: number;
  /** It keeps no process from ending. */
  isInBackground?: boolean;
}

/** Resolves once it answers. */
export async function listenOnLoopback(
  listener: RequestListener,
  { port: wanted, isInBackground }: ListenOptions,
): Promise<RunningStandIn> {
  const [first, second] = [createServer(listener), createServer(listener)];
  const port = await listen(first, wanted, '127.0.0.1');
  await listen(second, port, '::1').catch((error: NodeJS.ErrnoException) => {
    // A machine without IPv6 does with one address; a port taken on the other one would answer for us.
    if (error.code === 'EADDRINUSE') throw error;
  });
  const servers = [first, second];
  if (isInBackground) for (const server of servers) server.unref().on('connection', (socket) => socket.unref());
  return {
    url: `http://localhost:${port}`,
    stop() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
