import * as v from 'valibot';
import { Passkeys } from '#schema/accounts/passkey.ts';
import { socialProviders } from '#schema/accounts/social-providers.ts';
import { isoInstant } from '#schema/fields.ts';

/** Passkeys and sign-in providers added in the last 30 days, which the member can keep or remove. */
export const RecentAccess = v.object({
  passkeys: Passkeys,
  providers: v.array(v.object({ provider: v.picklist(socialProviders), createdAt: isoInstant })),
});
export type RecentAccess = v.InferOutput<typeof RecentAccess>;

/** Response of POST /api/change-password. */
export const PasswordChange = v.object({ message: v.string(), recent: RecentAccess });
export type PasswordChange = v.InferOutput<typeof PasswordChange>;
