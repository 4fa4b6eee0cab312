/**
 * Link to a file that the browser loads with its own session. Hidden from an administrator viewing an account, who would get the wrong
 * file.
 */
import type { ComponentProps } from 'react';
import { isViewing } from '#web/lib/viewing.ts';

type OwnFileProps = ComponentProps<'a'> & { href: string };

export function OwnFile(props: OwnFileProps) {
  return isViewing() ? null : <a {...props} />;
}
