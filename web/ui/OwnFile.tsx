/**
 * Files and images that the browser loads with its own session. Hidden from administrators viewing an account, who
 * would get those of their own session.
 */
import type { ComponentProps } from 'react';
import { isViewing } from '#web/lib/viewing.ts';

type OwnFileProps = ComponentProps<'a'> & { href: string };

export function OwnFile(props: OwnFileProps) {
  return isViewing() ? null : <a {...props} />;
}
