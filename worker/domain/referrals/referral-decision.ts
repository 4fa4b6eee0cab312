/** An administrator's decision about an unpaid referral: its commission and keys. */
import type { PayoutDecision } from '#schema/payouts/admin-payouts.ts';
import type { Account, CommissionState } from '#worker/domain/memberships/account.ts';
import { decisions, isAbout } from '#worker/domain/payouts/payout.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';
import { deriveReferral } from './referral.ts';

/** The referred member's account after the decision. Refusing keeps the held reasons as a record. */
export function decideReferral(account: Account, decision: PayoutDecision): Result<Account, 'changed_meanwhile'> {
  const { referral } = account;
  if (!referral?.commission || !isAbout(decision, referral.commission.status)) return err('changed_meanwhile');
  const commission: CommissionState = {
    ...referral.commission,
    status: decisions[decision].to,
    ...(decision === 'hold' && { heldReason: 'administrator' }),
    ...(decision === 'release' && { heldReason: null }),
  };
  return ok(deriveReferral({ ...account, referral: { ...referral, commission } }));
}
