import type { ListedAdministrator } from '#schema/admin/administrators.ts';
import type { Admin } from '#schema/admin/session.ts';
import { type Administrator, mustSetPassword } from '#worker/domain/admin/administrator.ts';
import { proofState } from '#worker/domain/admin/second-factor.ts';
import { pick } from '#worker/domain/pick.ts';
import { type Seconds, toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { Config } from '#worker/env.ts';
import type { AdministratorRow } from '#worker/store/admin/access/administrators.ts';

/** `provedAt` is when the session verified a second factor; null if it has not. */
export function presentAdmin(admin: Administrator, { environment }: Config, provedAt: Seconds | null): Admin {
  const { id, email, firstName, lastName, role } = admin;
  const secondFactor = proofState(admin, provedAt, environment).state;
  return { id, email, firstName, lastName, role, mustSetPassword: mustSetPassword(admin, environment), secondFactor };
}

export function presentAdministrator(row: AdministratorRow): ListedAdministrator {
  return {
    ...pick(row, 'id', 'email', 'firstName', 'lastName', 'role', 'version'),
    createdAt: toIso(row.createdAt),
    lastLoginAt: toIsoOrNull(row.lastLoginAt),
    disabledAt: toIsoOrNull(row.disabledAt),
  };
}
