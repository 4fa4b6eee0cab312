/** Forwards calls to Stripe or its fake unchanged, and exposes each call with its response. */
import { Agent, request as askOverHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as askOverHttps } from 'node:https';
import type { FakeResponse } from '#scripts/fakes/core/responses.ts';
import { listenOnLoopback, type RunningFake, readBody } from '#scripts/fakes/core/server.ts';

export interface Exchange {
  call: string;
  form: string;
  /** Request headers; Node lowercases their names. */
  headers: OutgoingHttpHeaders;
  status: number;
  body: string;
}

interface ForwardingOptions {
  port: number;
  target: string;
  onExchange: (exchange: Exchange) => void;
  respondDirectly?: (call: string) => FakeResponse | undefined | Promise<FakeResponse | undefined>;
  changeHeaders?: (headers: OutgoingHttpHeaders) => OutgoingHttpHeaders;
  changeBody?: (call: string, body: string) => string;
}

const isApiPath = (path: string) => path.startsWith('/v1/');

export function startForwarding({
  port,
  target,
  onExchange,
  respondDirectly,
  changeHeaders,
  changeBody,
}: ForwardingOptions): Promise<RunningFake> {
  return listenOnLoopback(port, async (incoming, response) => {
    const { pathname: path, search } = new URL(incoming.url ?? '/', target);
    const call = `${incoming.method} ${path}`;
    try {
      const ownResponse = await respondDirectly?.(call);
      if (ownResponse) {
        response.writeHead(ownResponse.status, ownResponse.headers).end(ownResponse.body);
        return;
      }
      const requestBody = await readBody(incoming);
      const body = changeBody?.(call, requestBody) ?? requestBody;
      const {
        status,
        headers,
        body: responseBody,
      } = await forwardCall(incoming, target, { headers: changeHeaders?.(incoming.headers) ?? incoming.headers, body });
      const form = [search.slice(1), incoming.method === 'GET' ? '' : body].filter(Boolean).join('&');
      if (isApiPath(path) && incoming.method !== 'OPTIONS')
        onExchange({ call, form, headers: incoming.headers, status, body: responseBody.toString('utf8') });
      response.writeHead(status, headers).end(responseBody);
    } catch {
      response.destroy();
    }
  });
}

/** Headers that are not forwarded: hop-by-hop headers, `host`, `accept-encoding`, and the content length, which is recalculated. */
const connectionHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'accept-encoding'];

function withoutConnection(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.includes(name)));
}

interface ForwardedResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Keep-alive connections are safe with the fakes, which never close idle connections. */
const fakeAgent = new Agent({ keepAlive: true });

/**
 * Forwards a call. Calls to Stripe each use a new connection: Stripe may close an idle connection just as it is reused, and a retry could
 * then execute the call twice.
 */
function forwardCall(
  incoming: IncomingMessage,
  target: string,
  { headers, body }: { headers: OutgoingHttpHeaders; body: string },
): Promise<ForwardedResponse> {
  const url = new URL(incoming.url ?? '/', target);
  const isStripe = url.protocol === 'https:';
  const ask = isStripe ? askOverHttps : askOverHttp;
  return new Promise((resolve, reject) => {
    const request = ask(
      url,
      {
        method: incoming.method,
        agent: isStripe ? false : fakeAgent,
        headers: { ...withoutConnection(headers), 'content-length': Buffer.byteLength(body) },
      },
      async (response) => {
        try {
          const chunks: Buffer[] = [];
          for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
          resolve({ status: response.statusCode ?? 502, headers: withoutConnection(response.headers), body: Buffer.concat(chunks) });
        } catch (error) {
          reject(error);
        }
      },
    );
    request.on('error', reject).end(body);
  });
}
