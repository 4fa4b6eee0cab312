import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';

interface RegisterLinkProps {
  /** Null for a visitor, or undefined until the session is known. Until then, the link is invisible, but its space is reserved. */
  user: null | undefined;
  isSecondary?: boolean;
  children: string;
}

export function RegisterLink({ user, isSecondary = false, children }: RegisterLinkProps) {
  return (
    <Link
      href={paths.auth}
      state={{ tab: 'register' }}
      className={`${user === null ? 'guest-only' : 'until-known'} button${isSecondary ? ' secondary' : ''}`}
    >
      {children}
    </Link>
  );
}
