import { normalizeMailbox } from '#worker/domain/accounts/mailbox.ts';
import { err, ok, type Result } from '#worker/domain/result.ts';

interface Invitation {
  email: string;
  version: number;
  isLeaving: 0 | 1;
  isReferred: 0 | 1;
  referrerId: number | null;
  referrerEmail: string | null;
  isInviter: 0 | 1;
}

type Refusal =
  | 'member_leaving'
  | 'changed_meanwhile'
  | 'referrer_already_set'
  | 'referrer_not_found'
  | 'referrer_is_same_person'
  | 'referrer_is_invited';

/** Returns the id of the referrer that a member without one may get. */
export function decideReferrer(invitation: Invitation, version: number): Result<number, Refusal> {
  const { email, isLeaving, isReferred, referrerId, referrerEmail, isInviter } = invitation;
  if (isLeaving === 1) return err('member_leaving');
  if (isReferred === 1) return err('referrer_already_set');
  if (invitation.version !== version) return err('changed_meanwhile');
  if (referrerId === null || referrerEmail === null) return err('referrer_not_found');
  if (normalizeMailbox(email) === normalizeMailbox(referrerEmail)) return err('referrer_is_same_person');
  return isInviter === 1 ? err('referrer_is_invited') : ok(referrerId);
}
