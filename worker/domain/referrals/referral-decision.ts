/** An administrator's decision about the commission and keys of an unpaid referral. */
import type { PayoutDecision } from '#schema/payouts/admin-payouts.ts';
import type { Account, CommissionState } from '#worker/domain/memberships/account.ts';
import { appliesToStatus, decisions } from '#worker/domain/payouts/payout.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { deriveReferral } from './referral.ts';

/** Returns the referred member's account after the decision. A refusal keeps the reasons for the hold on record. */
export function decideReferral(account: Account, decision: PayoutDecision): Result<Account, 'changed_meanwhile'> {
  const { referral } = account;
  if (!referral?.commission || !appliesToStatus(decision, referral.commission.status)) return err('changed_meanwhile');
  // After a returned payout, the commission is pending again, but only to offset a reversal that is deducted from another payout. It cannot
  // be refused.
  if (decision === 'refuse' && referral.reversal !== null) return err('changed_meanwhile');
  const commission: CommissionState = {
    ...referral.commission,
    status: decisions[decision].to,
    ...(decision === 'hold' && { heldReason: 'administrator' }),
    ...(decision === 'release' && { heldReason: null }),
  };
  return ok(deriveReferral({ ...account, referral: { ...referral, commission } }));
}
