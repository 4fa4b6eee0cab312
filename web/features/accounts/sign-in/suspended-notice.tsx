import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ApiError } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';

export const suspendedInShort = 'Your account is suspended.';

/**
 * The server's message about a suspension, with a contact link; undefined for other failures. For code loaded at
 * sign-in, to keep the page small.
 */
export function suspendedNotice(error: unknown): ReactNode | undefined {
  if (!(error instanceof ApiError) || error.body?.code !== 'member_suspended') return undefined;
  return (
    <>
      {error.body.message} <Link href={paths.contact}>Contact us</Link>
    </>
  );
}
