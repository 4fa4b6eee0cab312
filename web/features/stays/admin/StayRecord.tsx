import '#web/features/stays/admin/admin-stays.css';
import { Link } from 'wouter';
import type { AdminOffer, AdminStayDetails } from '#schema/stays/admin-stays.ts';
import { sumOfferCosts } from '#schema/stays/stay.ts';
import { AdminFacts } from '#web/features/admin/AdminFacts.tsx';
import { memberUrl } from '#web/features/admin/urls.ts';
import { stageLabels } from '#web/features/certificates/admin/labels.ts';
import { findOption } from '#web/features/certificates/certificate-labels.ts';
import { describeDays, describeWish, offerLabels } from '#web/features/stays/admin/stay-words.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { dateTime, formatDollars } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/Badge.tsx';

export function StayRecord({ stay }: { stay: AdminStayDetails }) {
  const { user, traveler } = stay;
  const stage = stageLabels[stay.stage];
  return (
    <div className="stack gap-5">
      <AdminFacts
        facts={{
          Progress: <Badge tone={stage.tone}>{stage.label}</Badge>,
          Stay: findOption(stay.type).name,
          Member: <Link href={memberUrl(user.id)}>{user.name ? `${user.name}, ${user.email}` : user.email}</Link>,
          'Due by': stay.dueBy && dateTime(stay.dueBy),
          'Valid until': calendarDay(stay.validUntil),
          Reference: stay.reference && <span className="code">{stay.reference}</span>,
          'Our cost': stay.costCents !== null && formatDollars(stay.costCents / 100),
          'Provider error': stay.providerError,
          'Declined offers': stay.declinedOffers > 0 && stay.declinedOffers,
          'No-show recorded': stay.noShowAt && dateTime(stay.noShowAt),
          'Took place': stay.tookPlace !== null && (stay.tookPlace ? 'Yes' : 'No'),
          'Member’s comment': stay.comment,
          'Complaint settled': stay.complaintSettledAt && dateTime(stay.complaintSettledAt),
          'Audit log': <Link href={`${paths.adminDashboard('audit')}&q=${stay.number}`}>View changes</Link>,
        }}
      />
      <div className="stay-columns">
        <section className="stack gap-2">
          <h3>Travel preferences</h3>
          {stay.wishes.length === 0 ? (
            <p className="muted">None yet.</p>
          ) : (
            <ol>
              {stay.wishes.map((wish) => (
                <li key={JSON.stringify(wish)}>{describeWish(wish, stay.destinations)}</li>
              ))}
            </ol>
          )}
        </section>
        <section className="stack gap-2">
          <h3>Offers</h3>
          {stay.offers.length === 0 && <p className="muted">None yet.</p>}
          {stay.offers.map((offer) => (
            <Offer key={offer.id} offer={offer} />
          ))}
        </section>
        <section className="stack gap-2">
          <h3>Traveler</h3>
          {traveler ? (
            <AdminFacts
              facts={{
                Name: traveler.fullName,
                'Date of birth': calendarDay(traveler.birthDate),
                Email: traveler.email,
                Phone: traveler.phone,
                Note: stay.isOtherPerson && 'Approved as a different person with the same name and date of birth',
              }}
            />
          ) : (
            <p className="muted">No traveler details on file.</p>
          )}
        </section>
      </div>
    </div>
  );
}

function Offer({ offer }: { offer: AdminOffer }) {
  const { tone, label } = offerLabels[offer.status];
  return (
    <details open={offer.status === 'open' || offer.status === 'accepted'}>
      <summary>
        {offer.place} <Badge tone={tone}>{label}</Badge>
      </summary>
      <AdminFacts
        facts={{
          Days: describeDays(offer),
          Address: offer.address,
          Room: offer.room,
          'Member pays': `${formatDollars(sumOfferCosts(offer.costs) / 100)} (${offer.costs.map(({ name }) => name).join(', ')})`,
          Cancellation: offer.cancellation,
          'Check-in': offer.checkIn,
          Contact: offer.contact,
          'Our cost': offer.costCents !== null && formatDollars(offer.costCents / 100),
          'Respond by': offer.status === 'open' && dateTime(offer.expiresAt),
          Entered: `${dateTime(offer.createdAt)}, ${offer.createdBy ?? 'by the travel provider'}`,
        }}
      />
    </details>
  );
}
