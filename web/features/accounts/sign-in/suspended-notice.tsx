import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ApiError } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';

export const suspendedInShort = () => t`Your account is suspended.`;

/**
 * Returns the server's message about a suspended account, with a contact link, or undefined for other errors. To keep the page small, this
 * module is loaded only at sign-in.
 */
export function suspendedNotice(error: unknown): ReactNode | undefined {
  if (!(error instanceof ApiError) || error.body?.code !== 'member_suspended') return undefined;
  return (
    <>
      {error.body.message} <Link href={paths.contact}>{t`Contact us`}</Link>
    </>
  );
}
