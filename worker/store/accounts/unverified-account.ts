/** SQL for accounts with an unverified email. Such an account passes to the person who verifies the email. */

import { referralKeys } from '#worker/store/tokens/ledger-kinds.ts';

/** SQL condition: account ?1 still has the email ?2 and is not leaving. */
export const isSameAccount = 'id = ?1 AND email_key = ?2 AND deletion_requested_at IS NULL';
export const isUnverifiedAccount = `${isSameAccount} AND email_verified_at IS NULL`;

/**
 * SET assignments that clear contact details. They also clear the referrer, unless the referral has earned a reward. They preserve money,
 * cards and finds because the person who registered is usually the person who verifies the email. They preserve the username because
 * members cannot change it later.
 */
export const forgottenRegistrant = `phone = NULL, phone_key = '', address = NULL, city = NULL, state = NULL, zip = NULL,
  country = NULL, referred_by_id = iif(EXISTS (SELECT 1 FROM referral_commissions c WHERE c.referred_id = users.id AND c.kind = 'commission')
    OR EXISTS (SELECT 1 FROM key_events k WHERE ${referralKeys('users.id', 'users.referred_by_id')}), referred_by_id, NULL)`;
