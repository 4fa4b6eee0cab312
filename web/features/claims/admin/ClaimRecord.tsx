import { Link } from 'wouter';
import '#web/features/cards/admin/admin-cards.css';
import type { AdminClaimDetails } from '#schema/claims/admin-claims.ts';
import { cardUrl } from '#web/features/admin/urls.ts';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { AdminCardStatus } from '#web/features/cards/admin/status/AdminCardStatus.tsx';
import { ClaimStatusBadge } from '#web/features/claims/admin/ClaimStatusBadge.tsx';
import { ProofLink } from '#web/features/claims/admin/ProofLink.tsx';
import { date, dateTime, plural } from '#web/lib/format.ts';
import { Fact } from '#web/ui/FactList.tsx';

export function ClaimRecord({ details: { claim, decidedBy, claimant, card, others } }: { details: AdminClaimDetails }) {
  return (
    <>
      <dl className="record-facts">
        <Fact name="Proof" className="record-wide">
          <ProofLink proofUrl={claim.proofUrl} />
        </Fact>
        <Fact name="Status">
          <ClaimStatusBadge status={claim.status} /> {claim.decidedAt && <span className="muted small">{dateTime(claim.decidedAt)}</span>}
        </Fact>
        <Fact name="Claimed">{dateTime(claim.createdAt)}</Fact>
        {decidedBy && <Fact name="Decided by">{decidedBy}</Fact>}
        {claim.adminComment && (
          <Fact name="Comment" className="record-wide">
            {claim.adminComment}
          </Fact>
        )}
        <Fact name="Card">
          <Link className="code" href={cardUrl(card.cardId)}>
            {card.cardId}
          </Link>{' '}
          <AdminCardStatus status={card.status} />
        </Fact>
        <Fact name="Current owner">{card.owner ? <MemberLink member={card.owner} /> : 'No owner'}</Fact>
        <Fact name="Location">
          {card.location ?? 'Not placed'}, {plural(card.totalScans, 'scan')}
        </Fact>
        <Fact name="Claimant">
          <MemberLink member={claimant} />
        </Fact>
        <Fact name="Member details">
          {claimant.isLeaving
            ? 'Account deleted'
            : `${claimant.name}, ${claimant.role} member since ${date(claimant.createdAt)}, owns ${plural(claimant.cards, 'card')}`}
        </Fact>
      </dl>
      <section>
        <h3>Other claims on this card</h3>
        {others.length === 0 ? (
          <p className="muted">No other claims.</p>
        ) : (
          <ul className="plain-list record-rows">
            {others.map((other) => (
              <li key={other.id}>
                <span>
                  <MemberLink member={other.claimant} />
                </span>
                <span>
                  <span className="muted">{date(other.createdAt)}</span> <ClaimStatusBadge status={other.status} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
