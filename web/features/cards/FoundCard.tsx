import { Link } from 'wouter';
import type { CardLookupResponse } from '#schema/card.ts';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { MapPinIcon } from '#web/components/icons.tsx';
import { Spinner } from '#web/components/Spinner.tsx';
import { ArrivalOutcome } from '#web/features/cards/ArrivalOutcome.tsx';
import { ClaimCard } from '#web/features/cards/ClaimCard.tsx';
import { FoundCardArt } from '#web/features/cards/FoundCardArt.tsx';
import { CardNotFound } from '#web/features/cards/LandingMessage.tsx';
import { type ArrivalScanState, useArrivalScan } from '#web/features/cards/use-arrival-scan.ts';
import { errorText } from '#web/lib/api.ts';
import { rememberReturnPath, useUser } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';

interface FoundCardProps {
  card: CardLookupResponse['card'];
  code: string | undefined;
}

/** A card that exists: signed in, it is collected on arrival; signed out, it is the reason to sign up. */
export function FoundCard({ card, code }: FoundCardProps) {
  const { user, error, refresh } = useUser();
  const { state, retry } = useArrivalScan(user?.id ?? null, card.cardId, code);
  // A code in the link is checked by the scan alone: until then the card may be none.
  if (user && code && (state.phase === 'waiting' || state.phase === 'sending')) return <Spinner label="Collecting the card…" />;
  if (user && state.phase === 'failed' && state.isUnknown) return <CardNotFound cardId={card.cardId} message={state.message} />;
  return (
    <div className="stack">
      <article className="sheet found-card">
        <FoundCardArt />
        <h1>Cache Card Found!</h1>
        <p>Well spotted, explorer: you have discovered a Cache Card.</p>
        {user && <ArrivalOutcome cardId={card.cardId} code={code} state={state} onRetry={retry} />}
        <dl className="found-details">
          <div>
            <dt>Card ID</dt>
            <dd className="code">{card.cardId}</dd>
          </div>
          {card.location && (
            <div>
              <dt>Location</dt>
              <dd>
                <MapPinIcon />
                {card.location}
              </dd>
            </div>
          )}
          {card.description && (
            <div>
              <dt>Description</dt>
              <dd>{card.description}</dd>
            </div>
          )}
        </dl>
      </article>
      {user === null && <SignUpPanel returnPath={paths.card(card.cardId, code)} />}
      {user === undefined &&
        (error ? (
          <ErrorState
            title="We could not check who you are"
            message={errorText(error, 'Please try again.')}
            onRetry={() => void refresh()}
          />
        ) : (
          <Spinner label="Looking for your account…" />
        ))}
      {user && (
        <>
          <Link href={paths.dashboard()} className="button button-block">
            View Dashboard
          </Link>
          <WayToTheCard cardId={card.cardId} state={state} />
        </>
      )}
    </div>
  );
}

/** To the page of one's own card; any other can be claimed. Whose it is, the scan says. */
function WayToTheCard({ cardId, state }: { cardId: string; state: ArrivalScanState }) {
  if (state.phase === 'waiting' || state.phase === 'sending') return null;
  if (state.phase !== 'done' || !state.answer.card.isOwn) return <ClaimCard cardId={cardId} />;
  return (
    <Link href={paths.cacheCard(cardId)} className="button secondary button-block">
      Open my card
    </Link>
  );
}

function SignUpPanel({ returnPath }: { returnPath: string }) {
  return (
    <section className="sheet sign-up-panel" aria-labelledby="sign-up-title">
      <h2 id="sign-up-title">Sign up to get started!</h2>
      <p>Membership is free. Sign up or log in, and this card earns you a Treasure Token: enough of them are a vacation.</p>
      <Link href={paths.auth} className="button treasure button-block" onClick={() => rememberReturnPath(returnPath)}>
        Sign Up or Login
      </Link>
      <Link href={paths.home} className="button secondary button-block">
        Learn More <span className="visually-hidden">about Cache Cards</span>
      </Link>
    </section>
  );
}
