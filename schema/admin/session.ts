/** The administrator as the API shows them, and their sign-in. Product rules: Accounts and sessions. */
import * as v from 'valibot';

export const adminRoles = ['admin', 'super_admin'] as const;
export type AdminRole = (typeof adminRoles)[number];

/** GET /api/admin/me answers this bare. */
export const Admin = v.object({
  id: v.number(),
  email: v.string(),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  role: v.picklist(adminRoles),
  /** Somebody else chose their password: nothing but setting one of their own is open to them. */
  mustSetPassword: v.boolean(),
});
export type Admin = v.InferOutput<typeof Admin>;

/** Answer of sign-in, registration and profile update. */
export const SignedInAdmin = v.object({ token: v.string(), admin: Admin });
export type SignedInAdmin = v.InferOutput<typeof SignedInAdmin>;
