/**
 * Iterates over Stripe's objects after a database restore or lost webhooks, and applies those missing from our database. Objects that
 * cannot be applied are stored with the pending events for an administrator to resolve.
 */
import { type ReconcileStepResult, type WalkKind, walkKinds } from '#schema/admin/ops.ts';
import { secondsPerDay } from '#schema/rules.ts';
import type { EventHint, WalkStart } from '#worker/clients/payment-provider.ts';
import type { PaymentDeps } from './deps.ts';
import { followUp } from './follow-up.ts';
import { reconcileObject } from './reconcile-object.ts';
import { describeWaiting } from './unreconciled-object.ts';

/**
 * Margin in seconds: objects created up to this long before `since` are checked too. They may have changed after `since`, because invoices
 * can be paid late and disputes last for months.
 */
export const creationMarginSeconds: Record<WalkKind, number> = {
  subscriptions: 0,
  invoices: 40 * secondsPerDay,
  payments: 2 * secondsPerDay,
  refunds: 40 * secondsPerDay,
  disputes: 200 * secondsPerDay,
};

/**
 * Number of objects read at once; a Worker can have at most six open connections. If two of these objects belong to the same member, the
 * slower one is retried.
 */
const concurrentReads = 5;

interface Step extends Omit<WalkStart, 'after'> {
  /** The last object processed, as `kind:object`; null to start at the beginning. */
  cursor: string | null;
}

/**
 * Processes one page of Stripe's objects. Throws PaymentProviderError if Stripe is unreachable; the same page can then be processed again.
 */
export async function walkStripe(deps: PaymentDeps, { cursor, ...from }: Step): Promise<ReconcileStepResult> {
  const [kind, after] = parseCursor(cursor);
  const { databaseRestores } = deps.store;
  const coversAllCustomers = from.customer === undefined && from.testClock === undefined;
  if (cursor === null && coversAllCustomers) await databaseRestores.startWalk(from.since, deps.now);
  const { scanned, hints, next } = await deps.provider.walk(kind, { ...from, since: from.since - creationMarginSeconds[kind], after });
  const repaired: ReconcileStepResult['repaired'] = [];
  const undecided: ReconcileStepResult['undecided'] = [];
  for (let from = 0; from < hints.length; from += concurrentReads) {
    for (const outcome of await Promise.all(hints.slice(from, from + concurrentReads).map((hint) => applyHint(deps, hint)))) {
      if (outcome === 'nothing') continue;
      if ('memberId' in outcome) repaired.push(outcome);
      else undecided.push(outcome);
    }
  }
  const nextCursor = next === null ? firstCursorAfter(kind) : `${kind}:${next}`;
  const checkoutsWait = nextCursor === null && coversAllCustomers && (await databaseRestores.walkEnds(from.since, deps.now));
  return { cursor: nextCursor, examined: scanned, repaired, undecided, checkoutsWait };
}

type Outcome = 'nothing' | ReconcileStepResult['repaired'][number] | ReconcileStepResult['undecided'][number];

export async function applyHint(deps: PaymentDeps, hint: EventHint): Promise<Outcome> {
  const reconcileResult = await reconcileObject(deps, { object: hint.object, id: hint.objectId, account: hint });
  if (reconcileResult.ok) {
    if (!reconcileResult.value.isChanged) return 'nothing';
    await followUp(deps, reconcileResult.value);
    return { id: hint.id, memberId: reconcileResult.value.account.memberId };
  }
  const { refusal } = reconcileResult;
  if (refusal.reason === 'not_ours') return 'nothing';
  // The object is stored under its own id because it has no event.
  const waitingEvent = describeWaiting({ id: hint.objectId, type: hint.type, objectId: hint.objectId }, refusal);
  await deps.store.money.postponeEvent(waitingEvent, refusal, deps.now);
  return { id: waitingEvent.id, reason: refusal.reason, about: refusal.about };
}

function parseCursor(cursor: string | null): [WalkKind, string | null] {
  const [name, after] = (cursor ?? '').split(':');
  const kind = walkKinds.find((candidate) => candidate === name);
  return kind ? [kind, after || null] : [walkKinds[0], null];
}

function firstCursorAfter(kind: WalkKind): string | null {
  const next = walkKinds[walkKinds.indexOf(kind) + 1];
  return next ? `${next}:` : null;
}
