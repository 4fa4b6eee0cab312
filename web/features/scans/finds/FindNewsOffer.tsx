import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import { PushOffer } from '#web/features/notifications/PushOffer.tsx';
import { paths } from '#web/lib/paths.ts';

/** Offers push notifications about the card's finds and links to the email settings. */
export function FindNewsOffer() {
  return (
    <>
      <PushOffer topic="card_found" question={t`Want to know when someone finds this card?`} />
      <p className="muted small">
        <Trans>
          Choose how often we email you about finds in <Link href={paths.account('preferences')}>your preferences</Link>.
        </Trans>
      </p>
    </>
  );
}
