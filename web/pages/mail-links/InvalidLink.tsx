import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';

export function InvalidLink({ message, isSignedIn }: { message: string; isSignedIn: boolean }) {
  return (
    <section className="sheet state mail-link" role="alert">
      <div className="state-art">
        <EmptyTrail />
      </div>
      <h1>This link does not work</h1>
      <p>{message}</p>
      <Link href={isSignedIn ? paths.dashboard() : paths.auth} className="button">
        {isSignedIn ? 'Go to Dashboard' : 'Sign In'}
      </Link>
    </section>
  );
}
