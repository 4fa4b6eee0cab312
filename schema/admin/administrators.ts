/** Administrator accounts. Only super administrators can manage them. Product rules: Accounts and sessions. */
import * as v from 'valibot';
import { adminRoles } from '#schema/admin/session.ts';

/** Entry in the response of GET /api/admin/administrators. */
export const ListedAdministrator = v.object({
  id: v.number(),
  email: v.string(),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  role: v.picklist(adminRoles),
  createdAt: v.string(),
  lastLoginAt: v.nullable(v.string()),
  /** When the account was disabled; null if it is enabled. */
  disabledAt: v.nullable(v.string()),
  version: v.number(),
});
export type ListedAdministrator = v.InferOutput<typeof ListedAdministrator>;

/** Body of PATCH /api/admin/administrators/:id. `version` is an optimistic lock. */
export const AdministratorChange = v.pipe(
  v.strictObject({
    role: v.optional(v.picklist(adminRoles, 'The role must be admin or super_admin')),
    disabled: v.optional(v.boolean('disabled must be true or false')),
    version: v.pipe(v.number('version must be a number'), v.integer('version must be a whole number')),
  }),
  v.check(({ role, disabled }) => role !== undefined || disabled !== undefined, 'Please include role or disabled'),
);
export type AdministratorChange = v.InferOutput<typeof AdministratorChange>;
