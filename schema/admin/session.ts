/** The administrator as the API shows them, and their sign-in. Product rules: Accounts and sessions. */
import * as v from 'valibot';

export const adminRoles = ['admin', 'super_admin'] as const;
export type AdminRole = (typeof adminRoles)[number];

/**
 * Whether this session has shown a second factor: `proved`; `asked` where there is one to show; `missing` where a super
 * administrator has yet to set one up; `optional` where nothing is asked for.
 */
const secondFactorStates = ['proved', 'asked', 'missing', 'optional'] as const;
export type SecondFactorState = (typeof secondFactorStates)[number];

/** GET /api/admin/me answers this bare. */
export const Admin = v.object({
  id: v.number(),
  email: v.string(),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  role: v.picklist(adminRoles),
  /** Somebody else chose their password: nothing but setting one of their own is open to them. */
  mustSetPassword: v.boolean(),
  secondFactor: v.picklist(secondFactorStates),
});
export type Admin = v.InferOutput<typeof Admin>;

/** Answer of sign-in, registration and profile update. */
export const SignedInAdmin = v.object({ token: v.string(), admin: Admin });
export type SignedInAdmin = v.InferOutput<typeof SignedInAdmin>;
