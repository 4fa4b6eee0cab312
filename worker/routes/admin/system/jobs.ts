/** Lets super administrators run a job manually, for example after fixing the cause of a failure. Product rules: Jobs and alarms. */
import { Hono } from 'hono';
import { jobNames } from '#schema/admin/jobs.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { runJobNow } from '#worker/jobs/run-scheduled.ts';
import { type AdminEnv, requireMoneyMover } from '#worker/middleware/admin.ts';

export const jobRoutes = new Hono<AdminEnv>().post('/:job/run', requireMoneyMover, async (c) => {
  const { actor, clockOffset, now } = c.var;
  const job = requireValue(
    jobNames.find((name) => name === c.req.param('job')),
    'not_found',
  );
  const run = runJobNow(job, c.env, actor, now, clockOffset);
  // The job keeps running if the administrator leaves the page.
  c.executionCtx.waitUntil(run.catch(() => undefined));
  const result = await run;
  if (!result) throw new ApiError('job_running');
  return c.json(result);
});
