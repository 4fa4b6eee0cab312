/** The Worker that the benchmark runs: the product, the product metered, and the floor, in one isolate. */
import { meterHeader, usageHeader } from '#scripts/bench/usage.ts';
import { app } from '#worker/app.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { signUserToken } from '#worker/security/user-token.ts';
import { floor } from './floor.ts';
import { type Meter, meterOf } from './meter.ts';

let meter: Meter | undefined;

export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === '/bench/token') return Response.json(await signTokens(await request.json(), env));
    if (pathname.startsWith('/bench/')) return floor.fetch(request, env, context);
    if (!request.headers.has(meterHeader)) return app.fetch(request, env, context);
    meter ??= meterOf(env);
    const response = await app.fetch(request, meter.env, context);
    const metered = new Response(response.body, response);
    metered.headers.set(usageHeader, JSON.stringify(meter.take()));
    return metered;
  },
} satisfies ExportedHandler<Env>;

interface Subject {
  userId: number;
  email: string;
  sessionHash: string;
}

async function signTokens(subjects: Subject[], env: Env): Promise<string[]> {
  const expiresAt = Math.floor(Date.now() / 1_000) + 86_400;
  const config = await readConfig(env);
  return Promise.all(subjects.map((subject) => signUserToken(config, subject, expiresAt)));
}
