import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import type { StayOffer } from '#schema/stays/stay.ts';
import { OfferCosts, TripDates, TripText } from '#web/features/certificates/trip/OfferFacts.tsx';
import { stayPath } from '#web/features/certificates/trip/trip-api.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { FactList } from '#web/ui/FactList.tsx';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';

interface BookedTripProps {
  certificate: VacationCertificate;
  offer: StayOffer;
}

export function BookedTrip({ certificate, offer }: BookedTripProps) {
  return (
    <>
      <TripDates offer={offer} />
      <div className="cluster">
        <SessionFileLink
          href={stayPath(certificate, 'voucher.pdf')}
          download={`stay-voucher-${certificate.number}.pdf`}
          className="button treasure"
        >
          {t`Download voucher (PDF)`}
        </SessionFileLink>
        {/* Omits the `download` attribute so that phones offer to add the event instead of saving a file. */}
        <SessionFileLink href={stayPath(certificate, 'stay.ics')} className="button secondary">{t`Add to calendar`}</SessionFileLink>
      </div>
      <FactList
        className="trip-facts"
        facts={{
          [t`Booking reference`]: <span className="code">{certificate.travelPlugId}</span>,
          [t`Room`]: offer.room,
          [t`Address`]: (
            <>
              {offer.address} <a href={mapUrl(offer)} target="_blank" rel="noopener noreferrer">{t`Open map`}</a>
            </>
          ),
          [t`Call if anything is wrong`]: <Contact text={offer.contact} />,
        }}
      />
      <section className="stack gap-2">
        <h3>{t`Check-in`}</h3>
        <TripText>{offer.checkIn}</TripText>
        <p className="muted small">{t`Bring the traveler’s passport or ID. The hotel will check the name.`}</p>
      </section>
      <details className="trip-more">
        <summary>{t`Costs and cancellation`}</summary>
        <OfferCosts offer={offer} />
        <TripText>{offer.cancellation}</TripText>
        <p>
          <Trans>
            To cancel or change the trip, <Link href={paths.contact}>write to us</Link> with certificate number{' '}
            <span className="code">{certificate.number}</span>. If you cancel while it’s free, you get your{' '}
            {tokensLabel(certificate.tokensRedeemed)} back; after that, the terms above apply.
          </Trans>
        </p>
      </details>
    </>
  );
}

/** Returns a Google Maps URL for the stay's location. Phones with a maps app open the URL in it. */
function mapUrl({ latitude, longitude, place, address }: StayOffer): string {
  const position = latitude === null || longitude === null ? `${address}, ${place}` : `${latitude},${longitude}`;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(position)}`;
}

const contactParts = /(\+?\d[\d ().-]{5,}\d|[^\s,;<>()]+@[^\s,;<>()]+\.\w+)/;

/** Renders the text with links for its phone numbers and email addresses. */
function Contact({ text }: { text: string }): ReactNode {
  return text.split(contactParts).map((part, index) => {
    if (index % 2 === 0) return part;
    const href = part.includes('@') ? `mailto:${part}` : `tel:${part.replace(/[^\d+]/g, '')}`;
    return (
      <a key={part} href={href} className="trip-contact">
        {part}
      </a>
    );
  });
}
