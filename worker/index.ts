import { app } from './app.ts';
import type { Env } from './env.ts';
import { runScheduled } from './jobs/run-scheduled.ts';

export default {
  fetch: app.fetch,
  scheduled: (event, env) => runScheduled(event, env),
} satisfies ExportedHandler<Env>;
