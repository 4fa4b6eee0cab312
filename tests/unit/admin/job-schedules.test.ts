/** wrangler.toml must contain each job's cron schedule in every environment. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { jobNames, jobSchedules } from '#schema/admin/jobs.ts';

test.each([
  '[triggers]',
  '[env.staging.triggers]',
  '[env.development.triggers]',
])('%s has the cron of each job, and no other', (section) => {
  const config = readFileSync('wrangler.toml', 'utf8');
  const list = config.slice(config.indexOf(`\n${section}\n`)).match(/crons = \[([^\]]*)\]/)?.[1] ?? '';
  const crons = [...list.matchAll(/"([^"]+)", # (\S+)/g)].map(([, cron, job]) => [job, cron]);
  expect(Object.fromEntries(crons)).toEqual(Object.fromEntries(jobNames.map((job) => [job, jobSchedules[job].cron])));
});
