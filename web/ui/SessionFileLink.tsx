/**
 * Link to a file that the browser loads with its own session. Hidden from an administrator viewing an account, who would get the wrong
 * file.
 */
import type { ComponentProps } from 'react';
import { isViewing } from '#web/lib/viewing.ts';

type SessionFileLinkProps = ComponentProps<'a'> & { href: string };

export function SessionFileLink(props: SessionFileLinkProps) {
  return isViewing() ? null : <a {...props} />;
}
