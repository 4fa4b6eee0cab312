import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import type { RestoreStepResult } from '#schema/admin/ops.ts';
import { Client } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';

const token = 'a-token-of-operations-0123456789';

/** Returns a client that may call /api/ops. */
export function operator(): Client {
  const client = new Client();
  client.workerEnv = { ...(env as unknown as Env), OPS_TOKEN: token };
  client.token = token;
  return client;
}

/** Runs all steps of `npm run restore:after` and returns their combined result. */
export async function afterRestore(to = new Date().toISOString()): Promise<Omit<RestoreStepResult, 'cursor'>> {
  const all: Omit<RestoreStepResult, 'cursor'> = { ended: 0, erasedAgain: [], canceledAgain: [], toRecover: [], open: [] };
  let cursor: string | null = null;
  do {
    const answer: { status: number; body: RestoreStepResult } = await operator().post<RestoreStepResult>('/api/ops/restore-after', {
      to,
      cursor,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    all.ended += answer.body.ended;
    all.erasedAgain.push(...answer.body.erasedAgain);
    all.canceledAgain.push(...answer.body.canceledAgain);
    all.toRecover.push(...answer.body.toRecover);
    all.open = answer.body.open;
    cursor = answer.body.cursor;
  } while (cursor !== null);
  return all;
}
