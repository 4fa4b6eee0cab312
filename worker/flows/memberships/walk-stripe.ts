/**
 * Walks over what Stripe has and applies what we do not know: after a restore, or where webhooks were lost. What is certain is
 * healed; the rest waits for a person, where events wait too.
 */
import { type ReconcileStepDone, type WalkKind, walkKinds } from '#schema/admin/ops.ts';
import { secondsPerDay } from '#schema/rules.ts';
import type { EventHint, WalkFrom } from '#worker/clients/payment-provider.ts';
import type { PaymentDeps } from './deps.ts';
import { followUp } from './follow-up.ts';
import { reconcileObject } from './reconcile-object.ts';
import { waitingAs } from './unreconciled.ts';

/** How long before it mattered an object may have been made: an invoice is paid late, a dispute goes on for months. */
export const madeBeforeSeconds: Record<WalkKind, number> = {
  subscriptions: 0,
  invoices: 40 * secondsPerDay,
  payments: 2 * secondsPerDay,
  refunds: 40 * secondsPerDay,
  disputes: 200 * secondsPerDay,
};

/** A Worker has six connections at a time. Two of one member's are one after the other after all: the slower one looks again. */
const concurrentReads = 5;

interface Step extends Omit<WalkFrom, 'after'> {
  /** `kind:object`: after which object of which list it goes on. */
  cursor: string | null;
}

/** One page. Throws PaymentProviderError where Stripe could not be asked: the same step again goes on. */
export async function walkStripe(deps: PaymentDeps, { cursor, ...from }: Step): Promise<ReconcileStepDone> {
  const [kind, after] = placeOf(cursor);
  const { databaseRestores } = deps.store;
  const isOfAll = from.customer === undefined && from.testClock === undefined;
  if (cursor === null && isOfAll) await databaseRestores.startWalk(from.since, deps.now);
  const { scanned, hints, next } = await deps.provider.walk(kind, { ...from, since: from.since - madeBeforeSeconds[kind], after });
  const healed: ReconcileStepDone['healed'] = [];
  const undecided: ReconcileStepDone['undecided'] = [];
  for (let from = 0; from < hints.length; from += concurrentReads) {
    for (const outcome of await Promise.all(hints.slice(from, from + concurrentReads).map((hint) => applyHint(deps, hint)))) {
      if (outcome === 'nothing') continue;
      if ('memberId' in outcome) healed.push(outcome);
      else undecided.push(outcome);
    }
  }
  const further = next === null ? firstCursorAfter(kind) : `${kind}:${next}`;
  const checkoutsWait = further === null && isOfAll && (await databaseRestores.walkEnds(from.since, deps.now));
  return { cursor: further, looked: scanned, healed, undecided, checkoutsWait };
}

type Outcome = 'nothing' | ReconcileStepDone['healed'][number] | ReconcileStepDone['undecided'][number];

/** Reads what a list named, and applies it. */
export async function applyHint(deps: PaymentDeps, hint: EventHint): Promise<Outcome> {
  const reconciled = await reconcileObject(deps, { object: hint.object, id: hint.objectId, account: hint });
  if (reconciled.ok) {
    if (!reconciled.value.isChanged) return 'nothing';
    await followUp(deps, reconciled.value);
    return { id: hint.id, memberId: reconciled.value.account.memberId };
  }
  const { refusal } = reconciled;
  if (refusal.reason === 'not_ours') return 'nothing';
  // By its own id: no event tells of it.
  const waiting = waitingAs({ id: hint.objectId, type: hint.type, objectId: hint.objectId }, refusal);
  await deps.store.money.postponeEvent(waiting, refusal, deps.now);
  return { id: waiting.id, reason: refusal.reason, about: refusal.about };
}

function placeOf(cursor: string | null): [WalkKind, string | null] {
  const [name, after] = (cursor ?? '').split(':');
  const kind = walkKinds.find((candidate) => candidate === name);
  return kind ? [kind, after || null] : [walkKinds[0], null];
}

function firstCursorAfter(kind: WalkKind): string | null {
  const next = walkKinds[walkKinds.indexOf(kind) + 1];
  return next ? `${next}:` : null;
}
