import { app } from './app.ts';
import { type Env, readConfig } from './env.ts';
import { reconcilePayments } from './jobs/reconcile-payments.ts';
import { sweepExpired } from './jobs/sweep-expired.ts';
import { paymentDeps } from './payments/deps.ts';
import { createStore } from './store/store.ts';

export default {
  fetch: app.fetch,

  async scheduled(event, env) {
    const config = await readConfig(env);
    const store = createStore(env);
    const now = Math.floor(event.scheduledTime / 1_000);
    const jobs = [sweepExpired({ store }, now), paymentDeps(config, store, now).then(reconcilePayments)];
    const failed = (await Promise.allSettled(jobs)).find((outcome) => outcome.status === 'rejected');
    // Each has done what it could; the platform is told that one has not.
    if (failed) throw failed.reason;
  },
} satisfies ExportedHandler<Env>;
