import { Link } from 'wouter';
import { storeReturnPath } from '#web/features/accounts/session/return-path.ts';
import { paths } from '#web/lib/paths.ts';
import { CardLookup } from '#web/pages/card-landing/CardLookup.tsx';

export function VisitorsCard({ cardId, code }: { cardId: string; code: string | undefined }) {
  return (
    <CardLookup cardId={cardId} code={code}>
      <section className="stack gap-3" aria-labelledby="sign-up-title">
        <h2 id="sign-up-title">Sign up to get started!</h2>
        <p>It’s free. Sign up or log in to earn a Treasure Token for this card, and collect enough for a vacation.</p>
        <Link href={paths.auth} className="button treasure button-block" onClick={() => storeReturnPath(paths.card(cardId, code))}>
          Sign Up or Login
        </Link>
        <Link href={paths.home} className="button secondary button-block">
          Learn More <span className="visually-hidden">about Cache Cards</span>
        </Link>
      </section>
    </CardLookup>
  );
}
