/**
 * Responds to a dispute: records the response, submits it to Stripe once, and then applies the dispute's new state like any other Stripe
 * update.
 */
import type { DisputeAnswer, Evidence, EvidenceField } from '#schema/disputes/dispute.ts';
import { PaymentProviderError } from '#worker/clients/payment-provider.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { type AnswerRefusal, decideAnswer } from '#worker/domain/disputes/answer.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { PaymentDeps } from '#worker/flows/memberships/deps.ts';
import { followUp } from '#worker/flows/memberships/follow-up.ts';
import { reconcileObject } from '#worker/flows/memberships/reconcile-object.ts';
import type { RequestedAnswer } from '#worker/store/disputes/admin-disputes.ts';

interface AnswerInput {
  id: number;
  version: number;
  kind: DisputeAnswer;
  evidence: Evidence | null;
  note: string | null;
}

/** Returns an error if Stripe rejects the response. Throws PaymentProviderError if the outcome is unknown; the job then retries. */
export async function answerDispute(
  deps: PaymentDeps,
  { id, version, ...answer }: AnswerInput,
  actor: Actor,
): Promise<Result<null, AnswerRefusal | 'dispute_not_found' | 'dispute_refused'>> {
  const { disputes } = deps.store.admin;
  const dispute = await disputes.find(id);
  if (!dispute) return err('dispute_not_found');
  const decision = decideAnswer(dispute, answer.kind, version, deps.now);
  if (!decision.ok) return decision;
  const requestedAnswer = await disputes.request(dispute, answer, actor, deps.now);
  if (requestedAnswer) return sendAnswer(deps, requestedAnswer);
  // After a concurrent update, repeat the decision with the current state.
  const current = await disputes.find(id);
  const repeatedDecision = current && decideAnswer(current, answer.kind, version, deps.now);
  return repeatedDecision && !repeatedDecision.ok ? repeatedDecision : err('changed_meanwhile');
}

/** Submits a recorded dispute response to Stripe once. Safe to repeat and to run in parallel. */
export async function sendAnswer(deps: PaymentDeps, requestedAnswer: RequestedAnswer): Promise<Result<null, 'dispute_refused'>> {
  const { provider, store } = deps;
  const { disputes } = store.admin;
  const { stripeDisputeId: id, userId, paymentIntentId, attempt, answer: kind } = requestedAnswer;
  const input = { id, reference: id, attempt, kind, evidence: readTexts(requestedAnswer.evidence) };
  const refusal = await provider.answerDispute(input).catch(async (error: unknown) => {
    if (error instanceof PaymentProviderError && error.hasResponse) await disputes.startNewAttempt(requestedAnswer);
    throw error;
  });
  // Reconcile even after a rejection because the dispute may have changed in Stripe without our knowledge.
  const reconcileResult = await reconcileObject(deps, { object: 'dispute', id, account: { userId, paymentIntentId } });
  await disputes.settle(requestedAnswer.id, refusal?.message ?? null);
  if (reconcileResult.ok) await followUp(deps, reconcileResult.value);
  return refusal ? err('dispute_refused') : ok(null);
}

/** Parses the dispute evidence and omits blank fields. */
function readTexts(evidence: string | null): Partial<Evidence> {
  const texts = evidence === null ? {} : (JSON.parse(evidence) as Partial<Record<EvidenceField, string>>);
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''));
}
