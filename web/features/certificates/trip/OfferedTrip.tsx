import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { declinesBeforeReturn } from '#schema/rules.ts';
import { nightsBetween, type Stay, type StayOffer, sumOfferCosts } from '#schema/stays/stay.ts';
import { timeLeft } from '#web/features/certificates/certificate-labels.ts';
import { ConfirmDialog } from '#web/features/certificates/trip/ConfirmDialog.tsx';
import { OfferCosts, TripDates, TripText } from '#web/features/certificates/trip/OfferFacts.tsx';
import { acceptOffer, declineOffer } from '#web/features/certificates/trip/trip-api.ts';
import { hasRunOut } from '#web/features/certificates/trip/trip-step.ts';
import { calendarDay, dayRange } from '#web/lib/calendar-day.ts';
import { formatDollars, tokensLabel } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { isViewing } from '#web/lib/viewing.ts';
import { FactList } from '#web/ui/FactList.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface OfferedTripProps {
  certificate: VacationCertificate;
  stay: Stay;
  offer: StayOffer;
  /** Current time in Unix milliseconds. */
  now: number;
  /** Opens the form for the traveler, who must be named before the member can accept. Undefined if they are named. */
  onNameTraveler?: (() => void) | undefined;
}

export function OfferedTrip(props: OfferedTripProps) {
  const { offer, now, onNameTraveler } = props;
  const [choice, setChoice] = useState<'accept' | 'decline'>();
  const isOver = hasRunOut(offer, now);
  const close = () => setChoice(undefined);
  return (
    <>
      {isOver && (
        <Alert tone="warning" title={t`This offer has expired`}>
          {t`You had until ${calendarDay(offer.expiresAt)} to respond. We’ll look for another stay that fits your preferences.`}
        </Alert>
      )}
      <TripDates offer={offer} />
      <FactList className="trip-facts" facts={{ [t`Room`]: offer.room, [t`Address`]: offer.address }} />
      <section className="stack gap-2">
        <h3>{t`Additional costs`}</h3>
        <OfferCosts offer={offer} />
      </section>
      <section className="stack gap-2">
        <h3>{t`If you cancel`}</h3>
        <TripText>{offer.cancellation}</TripText>
      </section>
      {!isOver && (
        <div className="offer-answer">
          <p>
            {onNameTraveler && <>{t`Who’s traveling?`} </>}
            <Trans>
              Respond by <time dateTime={offer.expiresAt}>{calendarDay(offer.expiresAt)}</time>:{' '}
              <strong>{timeLeft(new Date(offer.expiresAt).getTime() - now)}</strong> left.
            </Trans>
          </p>
          <button type="button" className="treasure" disabled={isViewing()} onClick={onNameTraveler ?? (() => setChoice('accept'))}>
            {onNameTraveler ? t`Name the traveler` : t`Accept this offer`}
          </button>
          <button type="button" className="link-button" disabled={isViewing()} onClick={() => setChoice('decline')}>{t`Decline`}</button>
        </div>
      )}
      {choice === 'accept' && <AcceptDialog {...props} onClose={close} />}
      {choice === 'decline' && <DeclineDialog {...props} onClose={close} />}
    </>
  );
}

type DialogProps = OfferedTripProps & { onClose: () => void };

function AcceptDialog({ certificate, stay, offer, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title={t`Accept ${offer.place}?`}
      action={t`Accept and book`}
      pendingLabel={t`Accepting…`}
      cancelLabel={t`Not yet`}
      className="treasure"
      failed={t`Couldn’t accept the offer`}
      subject="offer"
      onClose={onClose}
      send={async (currentPassword) => {
        await acceptOffer(certificate, offer.id, currentPassword);
        showToast({ tone: 'success', title: t`Offer accepted`, description: t`We’ll email you once your stay is booked.` });
      }}
    >
      <p>
        <strong>{dayRange(offer.arrival, offer.departure)}</strong>,{' '}
        {plural(nightsBetween(offer.arrival, offer.departure), { one: '# night', other: '# nights' })}
        {stay.traveler && ` for ${stay.traveler.fullName}`}.
      </p>
      <p>
        <Trans>
          In addition to your tokens, you pay <strong>{formatDollars(sumOfferCosts(offer.costs) / 100)}</strong> in total.
        </Trans>
      </p>
      <p className="muted">{t`We’ll then book it. After that, contact us to change the dates or the traveler.`}</p>
    </ConfirmDialog>
  );
}

function DeclineDialog({ certificate, stay, offer, onClose }: DialogProps) {
  const isLastBeforeReturn = stay.declinedOffers + 1 >= declinesBeforeReturn;
  return (
    <ConfirmDialog
      title={t`Decline ${offer.place}?`}
      action={t`Decline offer`}
      pendingLabel={t`Declining…`}
      cancelLabel={t`Keep the offer`}
      failed={t`Couldn’t decline the offer`}
      subject="decline"
      onClose={onClose}
      send={async (currentPassword) => {
        await declineOffer(certificate, offer.id, currentPassword);
        showToast({ tone: 'success', title: t`Offer declined`, description: t`We’re looking for another stay.` });
      }}
    >
      <p>{t`You won’t be able to accept this offer later. We’ll look for another stay, and you can change your preferences first.`}</p>
      <p>
        {isLastBeforeReturn
          ? t`After that, you can also return the certificate and get your ${tokensLabel(certificate.tokensRedeemed)} back.`
          : t`If you decline a second offer, you can return the certificate and get your ${tokensLabel(certificate.tokensRedeemed)} back.`}
      </p>
    </ConfirmDialog>
  );
}
