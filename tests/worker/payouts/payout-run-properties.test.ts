/**
 * Property test: after random earnings, decisions, payout runs, single payments and returns, in any order and concurrently, each member
 * receives exactly the amount earned, to the cent. Paid, pending and held amounts always add up to the earned amount.
 */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { PayoutRun, RunDetails } from '#schema/payouts/admin-payout-runs.ts';
import type { DuePayout, PayoutDecision, PayResponse } from '#schema/payouts/admin-payouts.ts';
import { propertyTest } from '#tests/support/property-test.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { moneyDifferences } from '#tests/worker/support/admin/money-check.ts';
import { change, row } from '#tests/worker/support/client.ts';
import { owedChest, owedCommission, owedReversal } from '#tests/worker/support/payouts/owed.ts';
import { begin, continueRun, payee, runsPath, takeStep } from '#tests/worker/support/payouts/payout-run-steps.ts';
import { removeFromRuns, selectMemberLines } from '#worker/store/payouts/admin-run-lines.ts';
import { batch } from '#worker/store/sql.ts';

const memberCount = 3;
const who = fc.nat(memberCount - 1);
const kind = <Kind extends string>(name: Kind) => fc.constant<Kind>(name);
const scope = fc.constantFrom('all' as const, 'commissions' as const, 'chests' as const);
const operation = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kind('commission'), who, cents: fc.constantFrom(1_000, 2_000) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('chest'), who, cents: fc.constantFrom(200, 605) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('reversal'), who, isForgotten: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('raise'), who, isForgotten: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind('decide'), who, pick: fc.nat(9), decision: fc.constantFrom('hold', 'release', 'refuse') }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kind('run'), scope, rivals: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('approve'), pick: fc.nat(9) }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('pay'), pick: fc.nat(9), against: fc.constantFrom('pay', 'cancel', 'single', 'hold') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('cancel'), pick: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('single'), who }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('return'), who, pick: fc.nat(9) }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('sent'), who, pick: fc.nat(9) }) },
);
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

const all = async <Row>(sql: string, ...values: (string | number)[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results;
const pickItem = <Item>(items: Item[], pick: number) => items[pick % Math.max(1, items.length)];

async function play(operations: Operation[]): Promise<void> {
  await change('UPDATE payout_addresses SET email = NULL');
  await change('UPDATE payout_run_entries SET is_live = 0');
  await change("UPDATE payout_run_lines SET status = 'cancelled' WHERE status = 'in'");
  await change("UPDATE payout_runs SET status = 'cancelled' WHERE status <> 'paid'");
  const [ada, ben] = [await newAdmin(), await newAdmin()];
  const members = await Promise.all(Array.from({ length: memberCount }, () => payee()));
  const entitled = members.map(() => 0);
  const earn = (member: number, cents: number) => {
    entitled[member] = (entitled[member] ?? 0) + cents;
  };
  const idOf = (member: number) => members[member]?.id ?? 0;
  let month = 0;
  // True after an earnings change that did not update the payout runs. Run lines may then be wrong until they are rechecked, but payments
  // must stay correct.
  let hasForgotten = false;
  const follow = async (member: number, isForgotten: boolean) => {
    if (isForgotten) hasForgotten = true;
    else await batch(env.DB, removeFromRuns(selectMemberLines(idOf(member)), Math.floor(Date.now() / 1_000)));
  };
  const rowsOf = (member: number) =>
    all<{ list: 'commissions' | 'chests'; id: number; cents: number; status: string; version: number }>(
      `SELECT 'commissions' AS list, id, amount_cents AS cents, status, version FROM referral_commissions WHERE referrer_id = ?1 AND kind = 'commission'
       UNION ALL SELECT 'chests', id, amount_cents, status, version FROM treasure_chest_payouts WHERE user_id = ?1 ORDER BY 1, 2`,
      idOf(member),
    );
  const decide = async (member: number, pick: number, decision: PayoutDecision) => {
    const about: string[] = { hold: ['pending'], release: ['held'], refuse: ['pending', 'held'] }[decision];
    const found = pickItem(
      (await rowsOf(member)).filter(({ status }) => about.includes(status)),
      pick,
    );
    if (!found) return;
    const answer = await ada.client.post(`/api/admin/payouts/${found.list}/${found.id}/${decision}`, {
      version: found.version,
      ...(decision !== 'release' && { reason: 'Same person' }),
    });
    if (answer.status === 200 && decision === 'refuse') earn(member, -found.cents);
  };
  const single = async (member: number) => {
    const due = (await ben.client.get<DuePayout[]>(`/api/admin/payouts/due?members=${idOf(member)}`)).body;
    if (due.length === 0) return;
    const request = { reference: 'PO', members: due.map(({ id, version }) => ({ id, version })) };
    const answer = await ben.client.post<PayResponse>('/api/admin/payouts/payments', request, { 'Idempotency-Key': crypto.randomUUID() });
    expect([200, 409]).toContain(answer.status);
  };
  const open = async (...statuses: string[]) =>
    (await ada.client.get<PayoutRun[]>(`${runsPath}?limit=200`)).body.filter(({ status }) => statuses.includes(status));

  for (const step of operations) {
    switch (step.kind) {
      case 'commission':
        await owedCommission(idOf(step.who), step.cents);
        earn(step.who, step.cents);
        break;
      case 'chest':
        month += 1;
        await owedChest(idOf(step.who), `${2_000 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`, step.cents);
        earn(step.who, step.cents);
        break;
      case 'reversal': {
        const [paid] = await all<{ id: number; cents: number }>(
          `SELECT c.id, c.amount_cents AS cents FROM referral_commissions c WHERE c.referrer_id = ? AND c.status = 'paid' AND c.amount_cents > 0
             AND NOT EXISTS (SELECT 1 FROM referral_commissions r WHERE r.reverses_id = c.id) LIMIT 1`,
          idOf(step.who),
        );
        if (!paid) break;
        await owedReversal(paid.id);
        await follow(step.who, step.isForgotten);
        earn(step.who, -paid.cents);
        break;
      }
      case 'raise': {
        const [chest] = await all<{ id: number }>(
          "SELECT id FROM treasure_chest_payouts WHERE user_id = ? AND status = 'pending' LIMIT 1",
          idOf(step.who),
        );
        if (!chest) break;
        await change('UPDATE treasure_chest_payouts SET amount_cents = amount_cents + 400, version = version + 1 WHERE id = ?', chest.id);
        await follow(step.who, step.isForgotten);
        earn(step.who, 400);
        break;
      }
      case 'decide':
        await decide(step.who, step.pick, step.decision);
        break;
      case 'run': {
        const runs = await Promise.all(Array.from({ length: step.rivals }, () => begin(ada, { scope: step.scope })));
        await Promise.all(runs.filter(({ status }) => status === 201).map(({ body }) => continueRun(ben, body.id)));
        break;
      }
      case 'approve': {
        const run = pickItem(await open('frozen'), step.pick);
        if (run) await takeStep(ben, 'approve', run);
        break;
      }
      case 'cancel': {
        const run = pickItem(await open('frozen', 'approved'), step.pick);
        if (run) await takeStep(ben, 'cancel', run);
        break;
      }
      case 'pay': {
        const run = pickItem(await open('approved'), step.pick);
        if (!run) break;
        const rival = {
          pay: () => takeStep(ben, 'pay', run),
          cancel: () => takeStep(ben, 'cancel', run),
          single: () => single(step.pick % memberCount),
          hold: () => decide(step.pick % memberCount, step.pick, 'hold'),
        }[step.against];
        await Promise.all([takeStep(ada, 'pay', run), rival()]);
        const { body } = await ada.client.get<RunDetails>(`${runsPath}/${run.id}`);
        if (body.status === 'paying') await continueRun(ada, run.id);
        break;
      }
      case 'single':
        await single(step.who);
        break;
      case 'return': {
        const payouts = await all<{ id: number }>(
          'SELECT id FROM payouts WHERE user_id = ? AND returned_at IS NULL ORDER BY id',
          idOf(step.who),
        );
        const payout = pickItem(payouts, step.pick);
        if (!payout) break;
        const answers = await Promise.all(
          [1, 2].map(() => ada.client.post(`/api/admin/payouts/payments/${payout.id}/return`, { reason: 'Closed' })),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        break;
      }
      case 'sent': {
        // Simulates PayPal paying a line that was removed, canceled with its run, or recorded as returned.
        const lines = await all<{ id: number; run: number }>(
          `SELECT l.id, l.run_id AS run FROM payout_run_lines l JOIN payout_runs r ON r.id = l.run_id AND r.status IN ('paid', 'cancelled')
           WHERE l.user_id = ? AND l.status IN ('out', 'returned', 'cancelled') AND r.approved_at IS NOT NULL ORDER BY l.id`,
          idOf(step.who),
        );
        const line = pickItem(lines, step.pick);
        if (!line) break;
        const answers = await Promise.all([1, 2].map(() => ada.client.post(`${runsPath}/${line.run}/lines/${line.id}/sent`)));
        expect([
          [200, 409],
          [409, 409],
        ]).toContainEqual(answers.map(({ status }) => status).sort());
      }
    }
    for (const [member, { id }] of members.entries())
      expect(await differencesOf(id), JSON.stringify(step)).toEqual(expectedOf(entitled[member] ?? 0, hasForgotten));
  }
  expect(await moneyDifferences()).toEqual([]);
}

const expectedOf = (cents: number, hasForgotten: boolean) => ({
  entitled: cents,
  unsettled: 0,
  wrongLines: hasForgotten ? expect.any(Number) : 0,
  wrongRuns: 0,
  queueDiffers: 0,
});

/** Returns the total amount in cents that a member has received or is still owed, and all discrepancies, which must be zero. */
function differencesOf(id: number) {
  const owedSql = (statuses: string) =>
    `(SELECT coalesce(sum(amount_cents), 0) FROM referral_commissions WHERE referrer_id = ?1 AND status IN (${statuses}))
     + (SELECT coalesce(sum(amount_cents), 0) FROM treasure_chest_payouts WHERE user_id = ?1 AND status IN (${statuses}))`;
  // Anything paid beyond the amount owed is an advance, so it does not count toward the total.
  const received = '(SELECT coalesce(sum(amount_cents - surplus_cents), 0) FROM payouts WHERE user_id = ?1 AND returned_at IS NULL)';
  const surplus = '(SELECT coalesce(sum(surplus_cents), 0) FROM payouts WHERE user_id = ?1 AND returned_at IS NULL)';
  return row(
    `SELECT ${received} + ${owedSql("'pending', 'held'")}
         + (SELECT coalesce(sum(amount_cents), 0) FROM referral_commissions WHERE referrer_id = ?1 AND status = 'paid' AND payout_id IS NULL) AS entitled,
       ${received} - (SELECT coalesce(sum(amount_cents), 0) FROM referral_commissions WHERE referrer_id = ?1 AND payout_id IS NOT NULL)
         - (SELECT coalesce(sum(amount_cents), 0) FROM treasure_chest_payouts WHERE user_id = ?1 AND payout_id IS NOT NULL) AS unsettled,
       (SELECT count(*) FROM payout_run_lines l WHERE l.user_id = ?1 AND l.status = 'in' AND l.amount_cents <>
         (SELECT sum(coalesce((SELECT c.amount_cents FROM referral_commissions c WHERE e.kind = 'commission' AND c.id = e.entry_id AND c.status = 'pending'),
           (SELECT t.amount_cents FROM treasure_chest_payouts t WHERE e.kind = 'chest' AND t.id = e.entry_id AND t.status = 'pending'), 0))
          FROM payout_run_entries e WHERE e.line_id = l.id AND e.is_live = 1) + l.surplus_cents) AS wrongLines,
       (SELECT count(*) FROM payout_runs r WHERE r.status <> 'cancelled' AND (r.lines, r.total_cents) <>
         (SELECT count(*), coalesce(sum(amount_cents), 0) FROM payout_run_lines l WHERE l.run_id = r.id AND l.status IN ('in', 'paid', 'returned'))) AS wrongRuns,
       coalesce((SELECT net_cents FROM payout_queue WHERE id = ?1), 0) + ${surplus} - (${owedSql("'pending'")}) AS queueDiffers`,
    id,
  );
}

propertyTest(
  'after random run operations everybody gets their entitlement, to the cent and once',
  { usual: 3, long: 20 },
  async (numRuns) => {
    await fc.assert(fc.asyncProperty(fc.array(operation, { minLength: 12, maxLength: 30, size: 'max' }), play), { numRuns });
  },
);
