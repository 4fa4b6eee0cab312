/** Load generator: keeps a fixed number of keep-alive connections busy and counts responses per second. */
import { Agent, request } from 'node:http';
import type { Call } from '#scripts/lab/bench/cases.ts';
import { meterHeader, type Usage, usageHeader } from '#scripts/lab/bench/usage.ts';

export interface CallResponse {
  status: number;
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

const connections = 12;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

export function ask(origin: URL, call: Call): Promise<CallResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        maxHeaderSize: 1_000_000,
        host: origin.hostname,
        port: origin.port,
        method: call.method,
        path: call.path,
        headers: call.headers,
      },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(call.body);
  });
}

/** Sends the call and returns its metered usage. Throws if the response does not contain `expectedText`. */
export async function sendMetered(origin: URL, call: Call, expectedText: string): Promise<Usage> {
  return readUsage(await sendExpecting(origin, meterCall(call), expectedText));
}

export function meterCall(call: Call): Call {
  return { ...call, headers: { ...call.headers, [meterHeader]: '1' } };
}

export function readUsage({ headers }: CallResponse): Usage {
  return JSON.parse(String(headers[usageHeader])) as Usage;
}

/** Sends the call. Throws if the response does not include `expectedText`. */
export async function sendExpecting(origin: URL, call: Call, expectedText: string): Promise<CallResponse> {
  const response = await ask(origin, call);
  if (response.status === 200 && response.body.includes(expectedText)) return response;
  throw new Error(`${call.method} ${call.path} answered ${response.status}: ${response.body.slice(0, 300)}`);
}

/**
 * Measures requests per second for about `seconds` seconds, or for `maxRequests` requests. Throws if a response does not include
 * `expectedText`.
 */
export async function measureRate(
  origin: URL,
  next: () => Call | undefined,
  expectedText: string,
  { seconds, maxRequests = Number.POSITIVE_INFINITY }: { seconds: number; maxRequests?: number },
): Promise<{ perSecond: number; requests: number }> {
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  let requests = 0;
  const sendRepeatedly = async (): Promise<void> => {
    while (performance.now() < endsAt && requests < maxRequests) {
      const call = next();
      if (!call) return;
      requests += 1;
      await sendExpecting(origin, call, expectedText);
    }
  };
  await Promise.all(Array.from({ length: connections }, sendRepeatedly));
  return { perSecond: requests / ((performance.now() - startedAt) / 1_000), requests };
}
