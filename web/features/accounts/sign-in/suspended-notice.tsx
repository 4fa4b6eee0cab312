import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ApiError } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';

export const suspendedInShort = 'Your account is suspended.';

/**
 * What the server says of a suspended account to whom it belongs, and the way to write to us; undefined for another failure.
 * For code that is loaded when somebody signs in: the page itself counts its bytes.
 */
export function suspendedNotice(error: unknown): ReactNode | undefined {
  if (!(error instanceof ApiError) || error.body?.code !== 'member_suspended') return undefined;
  return (
    <>
      {error.body.message} <Link href={paths.contact}>Write to us</Link>
    </>
  );
}
