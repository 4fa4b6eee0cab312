/** Product rules: Accounts and sessions. */
import * as v from 'valibot';

export const adminRoles = ['admin', 'super_admin'] as const;
export type AdminRole = (typeof adminRoles)[number];

/** `proved`: confirmed in this session; `asked`: not yet; `missing`: a super administrator without one; `optional`: not required. */
const secondFactorStates = ['proved', 'asked', 'missing', 'optional'] as const;
export type SecondFactorState = (typeof secondFactorStates)[number];

/** GET /api/admin/me returns this at top level. */
export const Admin = v.object({
  id: v.number(),
  email: v.string(),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  role: v.picklist(adminRoles),
  /** Someone else chose their password: they must set a new one first. */
  mustSetPassword: v.boolean(),
  secondFactor: v.picklist(secondFactorStates),
});
export type Admin = v.InferOutput<typeof Admin>;

/** Response of sign-in, registration and profile update. */
export const SignedInAdmin = v.object({ token: v.string(), admin: Admin });
export type SignedInAdmin = v.InferOutput<typeof SignedInAdmin>;
