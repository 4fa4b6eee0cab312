/** Administrators as the API shows them. */
import type { ListedAdministrator } from '#schema/admin/administrators.ts';
import type { Admin } from '#schema/admin/session.ts';
import type { Administrator } from '#worker/domain/administrator.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { AdministratorRow } from '#worker/store/admin/administrators.ts';

/** What an administrator is told of themselves. */
export function presentAdmin({ id, email, firstName, lastName, role }: Administrator): Admin {
  return { id, email, firstName, lastName, role };
}

/** A row of the list of administrators. */
export function presentAdministrator(row: AdministratorRow): ListedAdministrator {
  return {
    ...presentAdmin(row),
    createdAt: toIso(row.createdAt),
    lastLoginAt: toIsoOrNull(row.lastLoginAt),
    disabledAt: toIsoOrNull(row.disabledAt),
    version: row.version,
  };
}
