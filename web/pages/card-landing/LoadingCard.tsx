import { FoundCardArt } from '#web/pages/card-landing/FoundCardArt.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';

/** Same layout as the found card, to avoid layout shift. */
export function LoadingCard() {
  return (
    <article className="sheet stack found-card">
      <FoundCardArt />
      <h1 className="visually-hidden">Cache Card</h1>
      <Spinner label="Loading Cache Card information..." />
      {/* No apostrophes: browsers leave entities in here unparsed. */}
      <noscript>
        <p>Looking a card up needs JavaScript. Please switch it on in your browser, then open the link of the card again.</p>
      </noscript>
    </article>
  );
}
