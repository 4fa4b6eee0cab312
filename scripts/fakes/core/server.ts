/**
 * HTTP server for a fake, reachable on loopback only. Serves the provider's API and pages, and control endpoints under /fake/ for tests and
 * development.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { FaultRequest, Faults } from '#scripts/fakes/core/faults.ts';
import { RequestLog } from '#scripts/fakes/core/request-log.ts';
import { type FakeResponse, json } from '#scripts/fakes/core/responses.ts';

export interface Request {
  call: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
}

export interface Service {
  handle(request: Request, faults: Faults): FakeResponse | undefined | Promise<FakeResponse | undefined>;
  /**
   * Handles a control endpoint: `call` is `METHOD name` for /fake/name. Returns JSON data, or undefined for an unknown endpoint. Errors
   * thrown here are sent in the response.
   */
  control?(call: string, requestBody: unknown, query: URLSearchParams): unknown;
  stop?(): void;
}

export interface RunningFake {
  url: string;
  stop(): void;
}

const bodyLimitBytes = 5 * 1_048_576;

/** Starts a fake. Resolves once the fake responds at `port` (0 means any free port). `make` receives the fake's URL. */
export async function serveFake(port: number, make: (url: string) => Service | Promise<Service>): Promise<RunningFake> {
  const serving = Promise.withResolvers<Serving>();
  const { url, stop } = await listenOnLoopback(port, async (request, response) => {
    const { status, headers, body } = await createResponse(await serving.promise, request);
    if (status === 0) response.destroy();
    else response.writeHead(status, { 'Cache-Control': 'no-store', ...headers }).end(body);
  });
  const service = await make(url);
  serving.resolve({ service, faults: new Faults(), log: new RequestLog() });
  return {
    url,
    stop() {
      stop();
      service.stop?.();
    },
  };
}

interface Serving {
  service: Service;
  faults: Faults;
  log: RequestLog;
}

async function createResponse(served: Serving, incoming: IncomingMessage): Promise<FakeResponse> {
  try {
    const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://localhost');
    const bytes = await readBytes(incoming);
    const request = { call: `${incoming.method} ${path}`, path, query, headers: incoming.headers, body: bytes.toString('utf8'), bytes };
    const control = /^(\w+) .*\/fake\/(.+)$/.exec(request.call);
    if (control) return await handleControl(served, `${control[1]} ${control[2]}`, request);
    const response = (await served.service.handle(request, served.faults)) ?? json(404, { error: `Unknown call ${request.call}.` });
    served.log.add({ method: incoming.method ?? '', path, status: response.status, ...response.logged });
    return response;
  } catch (error) {
    return json(400, { error: error instanceof Error ? error.message : String(error) });
  }
}

async function handleControl({ service, faults, log }: Serving, call: string, { body, query }: Request): Promise<FakeResponse> {
  const requestBody: unknown = body ? JSON.parse(body) : {};
  if (call === 'POST faults') return json(200, faults.plan(v.parse(FaultRequest, requestBody)));
  if (call === 'DELETE faults') return json(200, faults.clear());
  if (call === 'GET requests') return json(200, log.since(Number(query.get('since') ?? 0)));
  const controlResult = await service.control?.(call, requestBody, query);
  return controlResult === undefined ? json(404, { error: 'Unknown control.' }) : json(200, controlResult);
}

export async function readBody(request: IncomingMessage): Promise<string> {
  return (await readBytes(request)).toString('utf8');
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyLimitBytes) throw new Error('Request too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Listens on both the IPv4 and the IPv6 loopback address, since `localhost` may resolve to either. */
export async function listenOnLoopback(requestedPort: number, listener: Listener): Promise<RunningFake> {
  // Disables the keep-alive timeout because closing an idle connection races with the client's next request.
  const servers = [createServer({ keepAliveTimeout: 0 }, listener), createServer({ keepAliveTimeout: 0 }, listener)] as const;
  const port = await listen(servers[0], requestedPort, '127.0.0.1');
  await listen(servers[1], port, '::1').catch((error: NodeJS.ErrnoException) => {
    // On machines without IPv6, the IPv4 address is enough. A port conflict on the IPv6 address is an error because the server that uses
    // that port might receive our requests.
    if (error.code === 'EADDRINUSE') throw error;
  });
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
