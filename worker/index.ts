import { app } from './app.ts';
import type { Env } from './env.ts';
import { receiveMailEvents } from './jobs/receive-mail-events.ts';
import { receiveReply } from './jobs/receive-reply.ts';
import { runScheduled } from './jobs/run-scheduled.ts';

export default {
  fetch: app.fetch,
  scheduled: (event, env) => runScheduled(event, env),
  email: (message, env) => receiveReply(message, env),
  queue: (batch, env) => receiveMailEvents(batch, env),
} satisfies ExportedHandler<Env>;
