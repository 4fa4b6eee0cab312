/** Member management for administrators. Product rules: Accounts and sessions; Administrators. */
import * as v from 'valibot';
import { contactEntries } from '#schema/accounts/profile.ts';
import { anyUsername } from '#schema/accounts/username.ts';
import { version } from '#schema/admin/change.ts';
import { cleanEmail, email } from '#schema/email-address.ts';
import { isoInstant, optionalText, requiredLines, requiredText } from '#schema/fields.ts';
import { tierNames } from '#schema/memberships/tier.ts';
import { maxKeyCorrection, maxTokenAdjustment } from '#schema/rules.ts';
import { keyCounters, TokenTransaction } from '#schema/tokens/token.ts';

const text = v.nullable(v.string());

export const AdminUser = v.object({
  id: v.number(),
  email: v.string(),
  username: text,
  firstName: text,
  lastName: text,
  role: v.picklist(tierNames),
  tokenBalance: v.number(),
  owedTokens: v.number(),
  createdAt: isoInstant,
  emailVerified: v.boolean(),
  /** True if the member has requested deletion, so the account can no longer be changed. */
  isLeaving: v.boolean(),
  isSuspended: v.boolean(),
});
export type AdminUser = v.InferOutput<typeof AdminUser>;
export const AdminUserList = v.array(AdminUser);

const reason = requiredLines('Please enter a reason', 200);

const profileEntries = {
  firstName: optionalText('First name'),
  lastName: optionalText('Last name'),
  username: anyUsername,
  ...contactEntries,
};

/**
 * Body of PATCH /api/admin/users/:id. Updates only the fields that are present. Only super administrators may change the email address,
 * which needs a reason.
 */
export const EditUserRequest = v.strictObject({
  version,
  email: v.optional(email('Please enter a valid email address')),
  reason: v.optional(reason),
  /** Whether someone else controls the old mailbox. The email then changes at once, and nothing of the old address remains. */
  isStolen: v.optional(v.boolean()),
  ...profileEntries,
});
export type EditUserRequest = v.InferOutput<typeof EditUserRequest>;

export const EditUserForm = v.object({
  email: email('Please enter a valid email address'),
  ...profileEntries,
  reason: v.union([v.literal(''), reason]),
  isStolen: v.boolean(),
});

const amount = v.pipe(
  v.number('Please enter a whole number of tokens'),
  v.integer('Please enter a whole number of tokens'),
  v.check((value) => value !== 0, 'Please enter a number other than 0'),
  v.minValue(-maxTokenAdjustment, `You can remove at most ${maxTokenAdjustment.toLocaleString('en-US')} tokens at a time`),
  v.maxValue(maxTokenAdjustment, `You can add at most ${maxTokenAdjustment.toLocaleString('en-US')} tokens at a time`),
);

/** Body of POST /api/admin/users/:id/tokens, which requires an Idempotency-Key. A negative amount withdraws tokens. */
export const AdjustTokensRequest = v.strictObject({ amount, reason });
export type AdjustTokensRequest = v.InferOutput<typeof AdjustTokensRequest>;

export const AdjustTokensForm = v.object({
  amount: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[-+−]?\d{1,9}$/, 'Please enter a whole number of tokens'),
    v.transform((value) => Number(value.replace('−', '-'))),
    amount,
  ),
  reason,
});

/** Ledger row for a manual token adjustment. Repeating the request with the same Idempotency-Key returns the same row. */
export const TokenAdjustment = v.object({ userId: v.number(), ...TokenTransaction.entries });
export type TokenAdjustment = v.InferOutput<typeof TokenAdjustment>;

const forgivenAmount = v.pipe(
  v.number('Please enter a whole number of tokens'),
  v.integer('Please enter a whole number of tokens'),
  v.minValue(1, 'Please enter at least 1'),
);

/**
 * Body of POST /api/admin/users/:id/owed-tokens/forgive. `owedTokens` is the number of owed tokens that was displayed to the caller;
 * `amount` must not exceed it.
 */
export const ForgiveTokensRequest = v.pipe(
  v.strictObject({ amount: forgivenAmount, owedTokens: v.number(), reason }),
  v.forward(
    v.partialCheck(
      [['amount'], ['owedTokens']],
      ({ amount, owedTokens }) => amount <= owedTokens,
      'The member does not owe that many tokens',
    ),
    ['amount'],
  ),
);
export type ForgiveTokensRequest = v.InferOutput<typeof ForgiveTokensRequest>;

export const ForgiveTokensForm = v.object({
  amount: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d{1,9}$/, 'Please enter a whole number of tokens'),
    v.transform((value) => Number(value)),
    forgivenAmount,
  ),
  reason,
});

const tier = v.picklist(['basic', 'premium'], 'Please choose Basic or Premium');

/** Body of POST /api/admin/users/:id/membership, which grants one year of membership without a Stripe payment, commission or keys. */
export const GrantMembershipRequest = v.strictObject({ tier, reason, version });
export type GrantMembershipRequest = v.InferOutput<typeof GrantMembershipRequest>;
export const GrantMembershipForm = v.object({ tier, reason });

/** Reason for a suspension. The member sees it on every sign-in attempt and in an email. */
const suspensionReason = requiredLines('Please enter a reason', 300);

export const SuspendRequest = v.strictObject({ reason: suspensionReason, version });
export type SuspendRequest = v.InferOutput<typeof SuspendRequest>;
export const SuspendForm = v.object({ reason: suspensionReason });

/** Body of POST /api/admin/users/:id/suspension/end. The reason is stored in the audit log. */
export const ReinstateRequest = v.strictObject({ reason, version });
export type ReinstateRequest = v.InferOutput<typeof ReinstateRequest>;
export const ReinstateForm = v.object({ reason });

/** Body of POST /api/admin/users/:id/view, which grants temporary read access to the member's pages. The audit log stores the reason. */
export const ViewRequest = v.strictObject({ reason });
export type ViewRequest = v.InferOutput<typeof ViewRequest>;
/** Response with a token for viewing a member's pages. The client sends it instead of a session token, with the auth scheme `Viewing`. */
export const ViewResponse = v.object({ token: v.string(), expiresAt: isoInstant });
export type ViewResponse = v.InferOutput<typeof ViewResponse>;

/** The member's email address, which the administrator types to confirm the deletion. */
const typedEmail = v.pipe(requiredText('Please type the member’s email to confirm', 254), v.transform(cleanEmail));
export const DeleteUserRequest = v.strictObject({ reason, email: typedEmail, version });
export type DeleteUserRequest = v.InferOutput<typeof DeleteUserRequest>;
export const DeleteUserForm = v.object({ reason, email: typedEmail });

const keyAmount = v.pipe(
  v.number('Please enter a whole number of keys'),
  v.integer('Please enter a whole number of keys'),
  v.check((value) => value !== 0, 'Please enter a number other than 0'),
  v.minValue(-maxKeyCorrection, `You can remove at most ${maxKeyCorrection} keys at a time`),
  v.maxValue(maxKeyCorrection, `You can add at most ${maxKeyCorrection} keys at a time`),
);
const keyCounter = v.picklist(keyCounters, 'Please choose the kind of keys');

/** Body of POST /api/admin/users/:id/keys. `count` is the number of these keys that was displayed to the caller. */
export const CorrectKeysRequest = v.pipe(
  v.strictObject({ keys: keyCounter, amount: keyAmount, count: v.number(), reason }),
  v.forward(
    v.partialCheck([['amount'], ['count']], ({ amount, count }) => count + amount >= 0, 'The member does not have that many keys'),
    ['amount'],
  ),
);
export type CorrectKeysRequest = v.InferOutput<typeof CorrectKeysRequest>;
export const CorrectKeysForm = v.object({
  keys: keyCounter,
  amount: v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^[-+−]?\d{1,9}$/, 'Please enter a whole number of keys'),
    v.transform((value) => Number(value.replace('−', '-'))),
    keyAmount,
  ),
  reason,
});

/** Email address or referral code of the member who invited this one. */
const referrer = requiredText('Please enter an email address or a referral code', 254);
/** Body of POST /api/admin/users/:id/referrer. */
export const SetReferrerRequest = v.strictObject({ referrer, reason, version });
export type SetReferrerRequest = v.InferOutput<typeof SetReferrerRequest>;
export const SetReferrerForm = v.object({ referrer, reason });

/** Body of POST /api/admin/users/:id/membership/cancel, which stops the renewal of a paid membership. */
export const CancelMembershipRequest = v.strictObject({ reason, version });
export const CancelMembershipForm = v.object({ reason });

/** Body of POST /api/admin/users/:id/membership/end, which ends a granted membership immediately. */
export const EndGrantRequest = v.strictObject({ reason, version });
export type EndGrantRequest = v.InferOutput<typeof EndGrantRequest>;
export const EndGrantForm = v.object({ reason });
