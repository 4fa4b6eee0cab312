/** The version of a member that a form is about: what was changed since it opened is not overwritten unseen. */
import { useRef } from 'react';
import type { AdminUserDetails } from '#schema/admin/user-details.ts';
import { wasChangedMeanwhile } from '#web/features/admin/changed-meanwhile.ts';
import { readUserAnew } from '#web/features/admin/users/users-api.ts';

/** `catchUp` after a refusal: where somebody else was quicker, the next try is about the member as they are then. */
export function useKnownVersion(details: AdminUserDetails) {
  const known = useRef(details.profile.version);

  async function catchUp(error: unknown): Promise<void> {
    if (!wasChangedMeanwhile(error)) return;
    known.current = (await readUserAnew(details.profile.id).catch(() => details)).profile.version;
  }

  return { known, catchUp };
}
