/**
 * What the browser asks for by itself, with the session that it has: a member's own files and pictures. An administrator who sees
 * the account as its member does has none of them, else they were those of whoever is signed in beside.
 */
import type { ComponentProps } from 'react';
import { isViewing } from '#web/lib/viewing.ts';

type OwnFileProps = ComponentProps<'a'> & { href: string };

/** A link to a file. */
export function OwnFile(props: OwnFileProps) {
  return isViewing() ? null : <a {...props} />;
}
