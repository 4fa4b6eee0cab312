/** Decides whether an administrator may respond to a dispute. Product rules: Payments and memberships. */
import type { DisputeAnswer, DisputeState, disputeAnswerStates } from '#schema/disputes/dispute.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import type { Seconds } from '#worker/domain/time.ts';

export interface AnswerableDispute {
  state: DisputeState;
  dueBy: Seconds | null;
  answerState: (typeof disputeAnswerStates)[number] | null;
  version: number;
}

export type AnswerRefusal = 'dispute_over' | 'dispute_answered' | 'dispute_past_due' | 'changed_meanwhile';

/** `versionSeen` is the version displayed to the administrator. A dispute can be accepted even after its deadline. */
export function decideAnswer(
  dispute: AnswerableDispute,
  answer: DisputeAnswer,
  versionSeen: number,
  now: Seconds,
): Result<undefined, AnswerRefusal> {
  if (dispute.answerState === 'asked' || dispute.answerState === 'made') return err('dispute_answered');
  if (dispute.state !== 'needs_response') return err('dispute_over');
  if (answer === 'evidence' && dispute.dueBy !== null && dispute.dueBy <= now) return err('dispute_past_due');
  return dispute.version === versionSeen ? ok(undefined) : err('changed_meanwhile');
}
