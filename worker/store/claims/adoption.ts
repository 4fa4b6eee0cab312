import { adoptableAfterSeconds } from '#schema/rules.ts';

/**
 * Returns SQL that is true if card `c` may be adopted: it has no owner, its owner is leaving or suspended, or the owner's last membership
 * ended long ago. Owners who never had a membership got their card by a claim and keep it. Cards of suspended owners are included so that
 * finders cannot tell them from cards without an owner.
 */
export const isAdoptable = (
  now: string,
) => `(c.is_test = 0 AND (c.user_id IS NULL OR c.is_owner_hidden = 1 OR EXISTS (SELECT 1 FROM users u WHERE u.id = c.user_id
  AND u.role = 'free' AND (SELECT max(p.ends_at) FROM membership_periods p WHERE p.user_id = u.id) <= ${now} - ${adoptableAfterSeconds})))`;
