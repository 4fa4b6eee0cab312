/** Benchmark Worker: serves the product, the product with metering, and the baseline (floor.ts) from one isolate. */
import type { AdminRoutes } from '#scripts/lab/bench/admin/admin-cases.ts';
import { meterHeader } from '#scripts/lab/bench/usage.ts';
import { app } from '#worker/app.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { getListShape } from '#worker/routes/admin/list.ts';
import { adminTokens, memberTokens, signSessionToken } from '#worker/security/session-token.ts';
import { floor } from './floor.ts';
import { getMeter, type Meter } from './meter.ts';

let meter: Meter | undefined;

export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === '/bench/token') return Response.json(await signTokens(await request.json(), env));
    if (pathname === '/bench/admin-token') return new Response(await signAdminToken(await request.json(), env));
    if (pathname === '/bench/admin-routes') return Response.json(adminRoutes());
    if (pathname.startsWith('/bench/')) return floor.fetch(request, env, context);
    if (!request.headers.has(meterHeader)) return app.fetch(request, env, context);
    meter ??= getMeter(env);
    const { env: meteredEnv, count } = meter;
    return count(() => app.fetch(request, meteredEnv, context));
  },
} satisfies ExportedHandler<Env>;

interface Subject {
  userId: number;
  email: string;
  sessionHash: string;
}

async function signTokens(subjects: Subject[], env: Env): Promise<string[]> {
  const expiresAt = Math.floor(Date.now() / 1_000) + 86_400;
  const { userTokenKey } = await readConfig(env);
  return Promise.all(
    subjects.map(({ userId, ...subject }) => signSessionToken(memberTokens, userTokenKey, { id: userId, ...subject }, expiresAt)),
  );
}

async function signAdminToken(admin: { id: number; email: string; sessionHash: string }, env: Env): Promise<string> {
  const { adminTokenKey } = await readConfig(env);
  return signSessionToken(adminTokens, adminTokenKey, admin, Math.floor(Date.now() / 1_000) + 86_400);
}

function adminRoutes(): AdminRoutes {
  const routes = app.routes.filter(({ method, path }) => method === 'GET' && /^\/api\/(admin|test-cards)\b/.test(path));
  const lists = routes.flatMap(({ path, handler }) => {
    const shape = getListShape(handler);
    return shape ? [{ path, shape }] : [];
  });
  const otherPaths = new Set(routes.map(({ path }) => path));
  for (const { path } of lists) otherPaths.delete(path);
  return { lists, others: [...otherPaths].filter((path) => !/\.(csv|pdf)$|\*/.test(path)) };
}
