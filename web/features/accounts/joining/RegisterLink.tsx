import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';

interface RegisterLinkProps {
  /** Null for visitors, undefined while it is unknown who is there: then it keeps its place, unseen. */
  user: null | undefined;
  isSecondary?: boolean;
  children: string;
}

/** The way to join. */
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
