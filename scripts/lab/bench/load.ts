/** Load generator: keeps a fixed number of keep-alive connections busy and counts responses per second. */
import { Agent, request } from 'node:http';
import type { Call } from '#scripts/lab/bench/cases.ts';
import { meterHeader, type Usage, usageHeader } from '#scripts/lab/bench/usage.ts';

export interface Answer {
  status: number;
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

const connections = 12;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

export function ask(origin: URL, call: Call): Promise<Answer> {
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

/** Sends the call and returns its metered usage. Throws if the response does not contain `mustHold`. */
export async function askMetered(origin: URL, call: Call, mustHold: string): Promise<Usage> {
  return readUsage(await askFor(origin, meterCall(call), mustHold));
}

export function meterCall(call: Call): Call {
  return { ...call, headers: { ...call.headers, [meterHeader]: '1' } };
}

export function readUsage({ headers }: Answer): Usage {
  return JSON.parse(String(headers[usageHeader])) as Usage;
}

/** Sends the call. Throws if the response does not contain `mustHold`. */
export async function askFor(origin: URL, call: Call, mustHold: string): Promise<Answer> {
  const answer = await ask(origin, call);
  if (answer.status === 200 && answer.body.includes(mustHold)) return answer;
  throw new Error(`${call.method} ${call.path} answered ${answer.status}: ${answer.body.slice(0, 300)}`);
}

/** Measures requests per second for about `seconds`, or for `atMost` requests. Throws if a response does not contain `mustHold`. */
export async function rate(
  origin: URL,
  next: () => Call | undefined,
  mustHold: string,
  { seconds, atMost = Number.POSITIVE_INFINITY }: { seconds: number; atMost?: number },
): Promise<{ perSecond: number; requests: number }> {
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  let requests = 0;
  const askRepeatedly = async (): Promise<void> => {
    while (performance.now() < until && requests < atMost) {
      const call = next();
      if (!call) return;
      requests += 1;
      await askFor(origin, call, mustHold);
    }
  };
  await Promise.all(Array.from({ length: connections }, askRepeatedly));
  return { perSecond: requests / ((performance.now() - startedAt) / 1_000), requests };
}
