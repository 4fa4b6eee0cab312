import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import '#web/features/certificates/trip/trip.css';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { declinesBeforeReturn } from '#schema/rules.ts';
import type { Stay } from '#schema/stays/stay.ts';
import { CertificateFacts } from '#web/features/certificates/CertificateFacts.tsx';
import { findOption } from '#web/features/certificates/certificate-labels.ts';
import { pdfPath } from '#web/features/certificates/certificates-api.ts';
import { StayPicture } from '#web/features/certificates/StayPicture.tsx';
import { BookedTrip } from '#web/features/certificates/trip/BookedTrip.tsx';
import { OfferedTrip } from '#web/features/certificates/trip/OfferedTrip.tsx';
import { OfferCosts, TripDates } from '#web/features/certificates/trip/OfferFacts.tsx';
import { ReturnDialog } from '#web/features/certificates/trip/ReturnDialog.tsx';
import { StayedTrip } from '#web/features/certificates/trip/StayedTrip.tsx';
import { TravelerDialog } from '#web/features/certificates/trip/TravelerDialog.tsx';
import { TripSteps } from '#web/features/certificates/trip/TripSteps.tsx';
import { returnStay } from '#web/features/certificates/trip/trip-api.ts';
import { getTripStep, type TripStep, tripTitle } from '#web/features/certificates/trip/trip-step.ts';
import { WishesForm } from '#web/features/certificates/trip/WishesForm.tsx';
import { WishSummary } from '#web/features/certificates/trip/WishSummary.tsx';
import { PushOffer } from '#web/features/notifications/PushOffer.tsx';
import { DestinationPicture } from '#web/features/stays/DestinationPicture.tsx';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { isViewing } from '#web/lib/viewing.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FactList } from '#web/ui/FactList.tsx';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

interface TripCardProps {
  certificate: VacationCertificate;
  stay: Stay;
  /** Current time in Unix milliseconds. */
  now: number;
}

/** Shows an activated certificate: the stay's progress, and the member's next step. */
export function TripCard({ certificate, stay, now }: TripCardProps) {
  const card = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<'wishes' | 'traveler' | 'return'>();
  const step = getTripStep(stay);
  const { number, type } = certificate;
  const close = () => setOpen(undefined);
  const isUnnamed = stay.traveler === null && stay.canCorrectTraveler;
  // Scrolls to the URL's anchor because the card had not loaded yet when the browser looked for that anchor.
  useEffect(() => {
    if (location.hash === `#${number}`) card.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [number]);
  const tokens = tokensLabel(certificate.tokensRedeemed);
  return (
    <article ref={card} className={`sheet certificate trip trip-${step.kind}`} id={number} aria-labelledby={`${number}-title`}>
      {stay.offer ? <DestinationPicture id={stay.offer.destinationId ?? ''} /> : <StayPicture type={type} />}
      <div className="stack certificate-text">
        <header className="stack gap-1">
          <p className="trip-kicker">{findOption(type).name}</p>
          <h2 id={`${number}-title`}>{getTitle(step, stay, now)}</h2>
          {step.kind === 'trip' && <p className="trip-place">{step.offer.place}</p>}
        </header>
        <TripSteps kind={step.kind} />
        <TripBody
          certificate={certificate}
          stay={stay}
          step={step}
          now={now}
          onNameTraveler={isUnnamed ? () => setOpen('traveler') : undefined}
        />
        {step.kind === 'wait' && stay.traveler && (
          <button type="button" className="secondary" disabled={isViewing()} onClick={() => setOpen('wishes')}>
            {t`Change preferences`}
          </button>
        )}
        {isUnnamed && step.kind !== 'offered' && (
          <button type="button" className="treasure" disabled={isViewing()} onClick={() => setOpen('traveler')}>
            {t`Name the traveler`}
          </button>
        )}
        {stay.mayReturn && (
          <div className="trip-return">
            <p>{returnReason(stay)}</p>
            <button type="button" className="secondary" disabled={isViewing()} onClick={() => setOpen('return')}>
              {t`Return the certificate and get ${tokens} back`}
            </button>
          </div>
        )}
        <details className="trip-more">
          <summary>{t`Traveler and certificate`}</summary>
          <Traveler stay={stay} onCorrect={() => setOpen('traveler')} />
          <CertificateFacts certificate={certificate} />
          <SessionFileLink
            href={pdfPath(certificate)}
            download={`vacation-certificate-${number}.pdf`}
            aria-label={t`Download PDF of certificate ${number}`}
          >
            {t`Download PDF`}
          </SessionFileLink>
        </details>
      </div>
      {open === 'wishes' && step.kind === 'wait' && (
        <Dialog open onClose={close} title={t`Change your travel preferences`}>
          <WishesForm certificate={certificate} stay={stay} onSaved={close} onCancel={close} />
        </Dialog>
      )}
      {open === 'traveler' && stay.canCorrectTraveler && <TravelerDialog certificate={certificate} stay={stay} onClose={close} />}
      {open === 'return' && stay.mayReturn && (
        <ReturnDialog certificate={certificate} send={(currentPassword) => returnStay(certificate, currentPassword)} onClose={close} />
      )}
    </article>
  );
}

function getTitle(step: TripStep, { tookPlace }: Stay, now: number): string {
  switch (step.kind) {
    case 'wish':
      return t`Where would you like to go?`;
    case 'wait':
      return t`We’re looking for your stay`;
    case 'offered':
      return t`Your offer: ${step.offer.place}`;
    case 'booking':
      return t`We’re booking ${step.offer.place}`;
    case 'trip':
      return tripTitle(step.offer, now);
    case 'stayed':
      return tookPlace === null ? t`How was your stay?` : step.offer.place;
    case 'returned':
      return t`Certificate returned`;
    case 'expired':
      return t`This certificate has expired`;
  }
}

interface TripBodyProps extends TripCardProps {
  step: TripStep;
  onNameTraveler: (() => void) | undefined;
}

function TripBody({ certificate, stay, step, now, onNameTraveler }: TripBodyProps): ReactNode {
  switch (step.kind) {
    case 'wish':
      return stay.traveler ? (
        <>
          <p>{t`Choose up to three places and times. We’ll email you an offer with the dates and all costs. You decide whether to accept it.`}</p>
          <WishesForm certificate={certificate} stay={stay} />
        </>
      ) : (
        <p>{t`First, tell us who’s traveling. Then choose where and when.`}</p>
      );
    case 'wait':
      return (
        <>
          {stay.isBeingChecked && <p>{checkNote()}</p>}
          {stay.offerDueBy && (
            <p>
              <Trans>
                We’ll email you an offer by <time dateTime={stay.offerDueBy}>{calendarDay(stay.offerDueBy)}</time>. If we don’t find one,
                you get your {tokensLabel(certificate.tokensRedeemed)} back.
              </Trans>
            </p>
          )}
          <PushOffer topic="stay" question={t`Want to know as soon as you get an offer?`} />
          <WishSummary certificate={certificate} wishes={stay.wishes} />
        </>
      );
    case 'offered':
      return <OfferedTrip certificate={certificate} stay={stay} offer={step.offer} now={now} onNameTraveler={onNameTraveler} />;
    case 'booking':
      return (
        <>
          {stay.isBeingChecked && <p>{checkNote()}</p>}
          <p>{t`You accepted this offer. We’ll email you the booking reference and your voucher, usually within two working days.`}</p>
          <TripDates offer={step.offer} />
          <FactList className="trip-facts" facts={{ [t`Room`]: step.offer.room, [t`Address`]: step.offer.address }} />
          <OfferCosts offer={step.offer} />
        </>
      );
    case 'trip':
      return <BookedTrip certificate={certificate} offer={step.offer} />;
    case 'stayed':
      return <StayedTrip certificate={certificate} offer={step.offer} tookPlace={stay.tookPlace} isNoShow={stay.isNoShow} />;
    case 'returned':
      return <p>{t`We returned your ${tokensLabel(certificate.tokensRedeemed)}.`}</p>;
    case 'expired':
      return (
        <Alert tone="info" title={t`No stay was booked before the deadline`}>
          {t`The certificate was valid until ${calendarDay(certificate.validUntil)}.`}
        </Alert>
      );
  }
}

const checkNote = () => t`We’re checking your certificate once more before we book anything. You don’t need to do anything.`;

function returnReason({ declinedOffers }: Stay): string {
  return declinedOffers >= declinesBeforeReturn
    ? t`Two offers didn’t fit. You can wait for the next one or return the certificate.`
    : t`Your booking was canceled. You can wait for another offer or return the certificate.`;
}

function Traveler({ stay: { traveler, canCorrectTraveler }, onCorrect }: { stay: Stay; onCorrect: () => void }) {
  if (!traveler) return null;
  const { fullName, birthDate, email, phone } = traveler;
  return (
    <>
      <FactList
        className="certificate-facts"
        facts={{ [t`Traveler`]: fullName, [t`Date of birth`]: calendarDay(birthDate), [t`Email`]: email, [t`Phone`]: phone }}
      />
      {canCorrectTraveler && (
        <button type="button" className="link-button" disabled={isViewing()} onClick={onCorrect}>{t`Correct traveler details`}</button>
      )}
    </>
  );
}
