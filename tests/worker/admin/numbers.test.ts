/** The founder's numbers equal SQL on the raw tables, whenever and in however small steps the job counts them. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type NumberPeriod, type Numbers, type NumbersAnswer, numberPeriods } from '#schema/admin/numbers.ts';
import type { AdminMembership } from '#schema/memberships/admin-memberships.ts';
import { factsRecountDays, olderFactsRecountDays } from '#schema/rules.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { computeCohorts, computeFigures, type History, newHistory, writeDay } from '#tests/worker/support/admin/numbers-history.ts';
import { setClock } from '#tests/worker/support/client.ts';
import type { Env } from '#worker/env.ts';
import { createStore } from '#worker/store/store.ts';

const firstDay = Date.UTC(2025, 0, 20) / 86_400_000;
const startOf = (day: number) => new Date(day * 86_400_000 + 7 * 60_000);

beforeEach(async () => {
  setClock(startOf(firstDay).toISOString());
});
afterEach(() => {
  vi.useRealTimers();
});

const { facts } = createStore(env as unknown as Env);

async function readNumbers(period: NumberPeriod): Promise<Numbers | null> {
  return (await (await newAdmin('admin')).client.get<NumbersAnswer>(`/api/admin/numbers?period=${period}`)).body.numbers;
}

async function expectNumbersToHold(periods: readonly NumberPeriod[]): Promise<void> {
  for (const period of periods) {
    const numbers = await readNumbers(period);
    if (!numbers) throw new Error('Nothing is counted');
    const [current, previous] = [await computeFigures(numbers.period), await computeFigures(numbers.previous)];
    const figures = Object.entries(numbers.figures);
    expect(Object.fromEntries(figures.map(([name, { value }]) => [name, value])), period).toEqual(current);
    expect(Object.fromEntries(figures.map(([name, figure]) => [name, figure.previous])), `before: ${period}`).toEqual(previous);
    if (period !== periods[0]) continue;
    for (const month of new Set(numbers.cohorts.flatMap(({ months }) => months.map((one) => one.month)))) {
      const expected = await computeCohorts(month);
      for (const { month: cohort, members, months } of numbers.cohorts) {
        const counts = months.find((one) => one.month === month);
        if (counts)
          expect({ members, active: counts.active, paying: counts.paying }, `${cohort} in ${month}`).toEqual(expected.get(cohort));
      }
    }
  }
}

async function writeDays(history: History, from: number, days: number, joining: number): Promise<number> {
  for (let day = from; day < from + days; day += 1) await writeDay(history, day, joining);
  setClock(startOf(from + days).toISOString());
  return from + days;
}

test('the numbers equal SQL on the raw tables, counted at once, later, and in small parallel steps', { timeout: 60_000 }, async () => {
  expect(await readNumbers('month')).toBeNull();
  const history = await newHistory(7);
  let day = await writeDays(history, firstDay, 80, 2);
  await fire('add-up-totals');
  await expectNumbersToHold(['28days', 'month']);
  const figures = Object.values((await readNumbers('month'))?.figures ?? {});
  expect(figures.filter(({ value }) => value).length).toBeGreaterThan(18);

  day = await writeDays(history, day, 9, 3);
  const { sums } = createStore(env as unknown as Env);
  const now = Math.floor(Date.now() / 1_000);
  await sums.addSome(now);
  await Promise.all([facts.addSome(), facts.addSome()]);
  for (let step = await facts.nextStep(now, 70); step; step = await facts.nextStep(now, 70)) {
    await Promise.all([facts.countStep(step), facts.countStep(step)]);
  }
  await expectNumbersToHold(numberPeriods);

  // The rows behind the figures add up to them.
  const { client } = await newAdmin('admin');
  const numbers = await readNumbers('28days');
  const csv = await client.get<string>('/api/admin/numbers/export.csv?period=28days&figure=newMembers');
  const days = csv.body.trim().split('\r\n').slice(1);
  expect(days.length).toBe(56);
  expect(days.slice(28).reduce((sum, line) => sum + Number(line.split(',')[1]), 0)).toBe(numbers?.figures.newMembers?.value);
  const premium = await client.get<AdminMembership[]>('/api/admin/memberships?kind=premium&limit=200');
  expect(premium.body.length).toBeGreaterThan(5);
  expect(premium.body.every(({ tier, source }) => tier === 'premium' && source === 'stripe')).toBe(true);
  const ends = premium.body.map(({ endsAt }) => endsAt);
  expect(ends).toEqual(ends.toSorted().reverse());

  // A decision about an old commission arrives within `olderFactsRecountDays`.
  await env.DB.prepare(`UPDATE referral_commissions SET status = 'reversed' WHERE status = 'paid' AND created_at < ?`)
    .bind((day - factsRecountDays - 5) * 86_400)
    .run();
  for (let later = 1; later <= olderFactsRecountDays; later += 1) {
    setClock(startOf(day + later).toISOString());
    await fire('add-up-totals');
  }
  await expectNumbersToHold(['year']);
});

test('the numbers equal SQL on the raw tables over a year by the clock, with 10,000 members', {
  tags: 'long',
  timeout: 1_800_000,
}, async () => {
  const history = await newHistory(11);
  let day = firstDay + 200;
  for (let week = 1; week <= 57; week += 1) {
    day = await writeDays(history, day, 7, 25);
    await fire('add-up-totals');
    if (week % 15 === 0) await expectNumbersToHold(['28days', 'month']);
  }
  await expectNumbersToHold(numberPeriods);
});
