/** Administrators' accounts and second-factor states. Product rules: Accounts and sessions. */
import * as v from 'valibot';

export const adminRoles = ['admin', 'super_admin'] as const;
export type AdminRole = (typeof adminRoles)[number];

/**
 * State of an administrator's second factor. `proved`: verified in this session. `required`: not verified yet. `missing`: a super
 * administrator has not set up the required factor. `optional`: not required.
 */
const secondFactorStates = ['proved', 'required', 'missing', 'optional'] as const;
export type SecondFactorState = (typeof secondFactorStates)[number];

/** The administrator's account, which is also the response of GET /api/admin/me. */
export const Admin = v.object({
  id: v.number(),
  email: v.string(),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  role: v.picklist(adminRoles),
  /** True if someone else set the password, so the administrator must choose a new one before doing anything else. */
  mustSetPassword: v.boolean(),
  secondFactor: v.picklist(secondFactorStates),
});
export type Admin = v.InferOutput<typeof Admin>;

export const SignedInAdmin = v.object({ token: v.string(), admin: Admin });
export type SignedInAdmin = v.InferOutput<typeof SignedInAdmin>;
