/**
 * Walks over what Stripe has and applies what we do not know: after a restore, or where webhooks were lost. What is certain is
 * healed; the rest waits for a person, where events wait too.
 */
import { type ReconcileStepDone, type WalkedKind, walkedKinds } from '#schema/ops.ts';
import { secondsPerDay, secondsPerMinute } from '#schema/rules.ts';
import type { EventHint, WalkFrom } from '#worker/clients/payment-provider.ts';
import type { PaymentDeps } from './deps.ts';
import { followUp } from './follow-up.ts';
import { reconcileObject } from './reconcile-object.ts';
import { ofHint } from './whose.ts';

/** Before that webhooks are repeated by Stripe itself. */
const walkedBackSeconds = 3 * secondsPerDay;
/** Of a day: two runs of the job. A day on which both were missed is among those that the next one asks for. */
const walkedWithinSeconds = 10 * secondsPerMinute;

interface Step extends Omit<WalkFrom, 'after'> {
  /** `kind:object`: after which object of which list it goes on. */
  cursor: string | null;
}

/** One page. Throws PaymentProviderError where Stripe could not be asked: the same step again goes on. */
export async function walkStripe(deps: PaymentDeps, { cursor, ...from }: Step): Promise<ReconcileStepDone> {
  const [kind, after] = placeOf(cursor);
  const { looked, hints, next } = await deps.provider.walk(kind, { ...from, after });
  const healed: ReconcileStepDone['healed'] = [];
  const undecided: ReconcileStepDone['undecided'] = [];
  for (const hint of hints) {
    const outcome = await applyWalked(deps, hint);
    if (outcome === 'nothing') continue;
    if ('memberId' in outcome) healed.push(outcome);
    else undecided.push(outcome);
  }
  return { cursor: next === null ? beginningAfter(kind) : `${kind}:${next}`, looked, healed, undecided };
}

/**
 * At the beginning of each day: refunds and disputes of the last days, should no webhook have told of them. Of payments that are
 * known here: others are for the whole walk. Cheap, for there are few.
 */
export async function walkMoneyBack(deps: PaymentDeps): Promise<void> {
  if (deps.now % secondsPerDay >= walkedWithinSeconds) return;
  for (const kind of ['refunds', 'disputes'] as const) {
    for (let after: string | null = ''; after !== null; ) {
      const { hints, next } = await deps.provider.walk(kind, { since: deps.now - walkedBackSeconds, after: after || null });
      for (const hint of hints) if ((await deps.store.money.load(ofHint(hint))).seen) await applyWalked(deps, hint);
      after = next;
    }
  }
}

type Outcome = 'nothing' | ReconcileStepDone['healed'][number] | ReconcileStepDone['undecided'][number];

async function applyWalked(deps: PaymentDeps, hint: EventHint): Promise<Outcome> {
  const settled = await reconcileObject(deps, { object: hint.object, id: hint.objectId, whose: ofHint(hint) });
  if (settled.ok) {
    if (!settled.value.isChanged) return 'nothing';
    await followUp(deps, settled.value);
    return { id: hint.id, memberId: settled.value.account.memberId };
  }
  const { refusal } = settled;
  if (refusal.reason === 'not_ours') return 'nothing';
  // By its own id: no event tells of it.
  await deps.store.money.keep({ id: hint.objectId, type: hint.type, objectId: hint.objectId }, refusal, deps.now);
  return { id: hint.id, ...refusal };
}

function placeOf(cursor: string | null): [WalkedKind, string | null] {
  const [name, after] = (cursor ?? '').split(':');
  const kind = walkedKinds.find((candidate) => candidate === name);
  return kind ? [kind, after || null] : [walkedKinds[0], null];
}

function beginningAfter(kind: WalkedKind): string | null {
  const next = walkedKinds[walkedKinds.indexOf(kind) + 1];
  return next ? `${next}:` : null;
}
