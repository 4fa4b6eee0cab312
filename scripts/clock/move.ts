/** Moves the clock of the running app. At each stop, first advances the fakes, then runs the cron jobs, then delivers email. */
import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { jobSchedules } from '#schema/admin/jobs.ts';
import { stopsUntil } from '#scripts/clock/amount.ts';
import { readNews } from '#scripts/clock/news.ts';
import type { Addresses } from '#scripts/clock/service.ts';
import { shiftTimes } from '#scripts/clock/shift-times.ts';
import { developmentCrons, fireCron } from '#scripts/setup/server.mjs';
import { Problem } from '#scripts/setup/steps.mjs';

const webhookTimeoutMs = 8_000;
const stepsPerReport = 10;

interface ClockMove {
  clock: string;
  addresses: Addresses;
  db: DatabaseSync;
  from: number;
  to: number;
  everySeconds: number;
  print: (line: string) => void;
}

export async function moveClock({ clock, addresses, db, from, to, everySeconds, print }: ClockMove): Promise<number> {
  const { product, stripe } = addresses;
  const news = await readNews(addresses, db);
  // Email delivery runs after the jobs that queue email. `watch` runs last; otherwise, it would report that no other job has run for a day.
  const lastCrons = [jobSchedules['deliver-mail'].cron, jobSchedules.watch.cron];
  const crons = developmentCrons().sort((a, b) => lastCrons.indexOf(a) - lastCrons.indexOf(b));
  const stops = stopsUntil(from, to, everySeconds);
  // Shifts stored timestamps before the clock moves so that no request finds an expired session.
  shiftTimes(db, from, to);
  for (const [index, stopTime] of stops.entries()) {
    await post(`${clock}/clock`, { to: stopTime });
    if (stripe !== null) await advanceStripe(stripe, stopTime, print);
    for (const cron of crons) {
      const { ok } = await fireCron(product, cron);
      if (!ok) print(`A job with cron ${cron} failed; see the output of \`npm start\``);
    }
    if ((index + 1) % stepsPerReport === 0 || stopTime === to) for (const line of await news()) print(line);
  }
  return stops.length;
}

async function advanceStripe(stripe: string, at: number, print: ClockMove['print']): Promise<void> {
  const { now } = v.parse(v.object({ now: v.number() }), await (await fetch(`${stripe}/fake/clock`)).json());
  // Advances the Stripe fake only if its clock is behind. It may be ahead if it was advanced separately.
  if (now < at) await post(`${stripe}/fake/clock`, { to: at });
  const deadline = Date.now() + webhookTimeoutMs;
  for (let pending = await countPendingDeliveries(stripe); pending > 0; pending = await countPendingDeliveries(stripe)) {
    if (Date.now() > deadline) return print(`${pending} Stripe webhooks are still undelivered; they will be retried`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function countPendingDeliveries(stripe: string): Promise<number> {
  const { pending } = v.parse(v.object({ pending: v.array(v.unknown()) }), await (await fetch(`${stripe}/fake/webhooks`)).json());
  return pending.length;
}

/** Sends a POST request. If the request is rejected, throws an error with the message from the response. */
export async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  if (response.ok) return;
  const { error } = v.parse(v.object({ error: v.string() }), await response.json());
  throw new Problem(error);
}
