import { app } from './app.ts';
import { type Env, readConfig } from './env.ts';
import { sweepExpired } from './jobs/sweep-expired.ts';
import { createStore } from './store/store.ts';

export default {
  fetch: app.fetch,

  async scheduled(event, env) {
    await readConfig(env);
    await sweepExpired({ store: createStore(env) }, Math.floor(event.scheduledTime / 1_000));
  },
} satisfies ExportedHandler<Env>;
