import { t } from '@lingui/core/macro';
import { FoundCardArt } from '#web/pages/card-landing/FoundCardArt.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';

/** Uses the same layout as the loaded card, to avoid layout shift. */
export function LoadingCard() {
  return (
    <article className="sheet stack found-card">
      <FoundCardArt />
      <h1 className="visually-hidden">{t`Cache Card`}</h1>
      <Spinner label={t`Loading Cache Card information...`} />
      {/* Avoids apostrophes because React escapes them and browsers do not decode entities inside noscript. */}
      <noscript>
        <p>{t`This page needs JavaScript. Please turn it on in your browser, then open the link again.`}</p>
      </noscript>
    </article>
  );
}
