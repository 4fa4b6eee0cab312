/**
 * Environment for a rehearsal: the product's Worker with an empty database, a clock, and a proxy to Stripe. The proxy assigns a test clock
 * to each new customer and adds the real API key, which the Worker never receives.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from '#scripts/fakes/core/responses.ts';
import { type RunningFake, serveFake } from '#scripts/fakes/core/server.ts';
import { startForwarding } from '#scripts/lab/stripe-contract-proxy/forward-call.ts';
import type { Recorder } from '#scripts/lab/stripe-rehearsal/recorder.ts';
import { findFreePort, migrate, readDevVars, writeDevVars } from '#scripts/setup/local.mjs';
import { developmentCrons, fireCron, startWorker, waitUntilHealthy } from '#scripts/setup/server.mjs';
import { bundleWorker } from '#scripts/setup/worker-bundle.mjs';
import type { Seconds } from '#worker/domain/time.ts';

const stripeAddress = 'https://api.stripe.com';
const workerSecretKey = 'sk_test_local';

interface DeployedConfig {
  port: number;
  secretKey: string;
  stripeBase: string | undefined;
  recorder: Recorder;
}

export interface Stage {
  origin: string;
  webhook: { url: string; secret: string };
  forgetClockCustomers(testClock: string): void;
  setTime(now: Seconds): void;
  fireJobs(): Promise<void>;
  clear(): Promise<void>;
}

export async function openStage({ port: requestedPort, secretKey, stripeBase, recorder }: DeployedConfig): Promise<Stage> {
  const state = mkdtempSync(join(tmpdir(), 'cache-cards-rehearsal-'));
  writeDevVars();
  await bundleWorker();
  await migrate(state);
  const port = await findFreePort(requestedPort);
  const origin = `http://localhost:${port}`;
  let testClock: string | undefined;
  let offsetSeconds = 0;
  const proxy = await startForwarding({
    port: 0,
    target: stripeBase ?? stripeAddress,
    onExchange: (exchange) => recorder.see(exchange),
    changeHeaders: (headers) => ({ ...headers, authorization: `Bearer ${secretKey}` }),
    changeBody: (call, body) =>
      call === 'POST /v1/customers' && testClock ? `${body}&${new URLSearchParams({ test_clock: testClock })}` : body,
  });
  const clock = await serveFake(0, () => ({ handle: ({ call }) => (call === 'GET /offset' ? json(200, { offsetSeconds }) : undefined) }));
  const addresses = { PUBLIC_ORIGIN: origin, STRIPE_API_BASE: proxy.url, CLOCK_BASE: clock.url };
  const worker = startWorker(port, { STRIPE_SECRET_KEY: workerSecretKey, ...addresses }, ['--state', state]);
  const clear = async () => {
    worker.kill('SIGTERM');
    if (worker.exitCode === null && worker.signalCode === null) await once(worker, 'close');
    for (const fake of [proxy, clock] satisfies RunningFake[]) fake.stop();
    rmSync(state, { recursive: true, force: true });
  };
  await waitUntilHealthy(origin, [worker]).catch(async (error) => {
    await clear();
    throw error;
  });
  return {
    origin,
    webhook: { url: `${origin}/api/stripe/webhook`, secret: readDevVars().STRIPE_WEBHOOK_SECRET ?? '' },
    forgetClockCustomers(id) {
      testClock = id;
    },
    setTime(now) {
      offsetSeconds = now - Math.floor(Date.now() / 1_000);
    },
    async fireJobs() {
      for (const cron of developmentCrons()) await fireCron(origin, cron);
    },
    clear,
  };
}
