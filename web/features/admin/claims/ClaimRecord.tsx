import { Link } from 'wouter';
import type { AdminClaimDetails } from '#schema/admin/claims.ts';
import '#web/features/admin/cards/admin-cards.css';
import { cardAddress } from '#web/features/admin/addresses.ts';
import { AdminCardStatus } from '#web/features/admin/cards/AdminCardStatus.tsx';
import { MemberLink } from '#web/features/admin/cards/MemberLink.tsx';
import { ClaimStatusBadge } from '#web/features/admin/claims/ClaimStatusBadge.tsx';
import { ProofLink } from '#web/features/admin/claims/ProofLink.tsx';
import { date, dateTime, plural } from '#web/lib/format.ts';

/** What a claim is decided on: the proof, the card and whose it is, who claims it, and who else does. */
export function ClaimRecord({ details: { claim, decidedBy, claimant, card, others } }: { details: AdminClaimDetails }) {
  return (
    <>
      <dl className="record-facts">
        <div className="record-wide">
          <dt>Proof</dt>
          <dd>
            <ProofLink proofUrl={claim.proofUrl} />
          </dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            <ClaimStatusBadge status={claim.status} /> {claim.decidedAt && <span className="muted small">{dateTime(claim.decidedAt)}</span>}
          </dd>
        </div>
        <div>
          <dt>Claimed</dt>
          <dd>{dateTime(claim.createdAt)}</dd>
        </div>
        {decidedBy && (
          <div>
            <dt>Decided by</dt>
            <dd>{decidedBy}</dd>
          </div>
        )}
        {claim.adminComment && (
          <div className="record-wide">
            <dt>Comment</dt>
            <dd>{claim.adminComment}</dd>
          </div>
        )}
        <div>
          <dt>Card</dt>
          <dd>
            <Link className="code" href={cardAddress(card.cardId)}>
              {card.cardId}
            </Link>{' '}
            <AdminCardStatus status={card.status} />
          </dd>
        </div>
        <div>
          <dt>Owner now</dt>
          <dd>{card.owner ? <MemberLink member={card.owner} /> : 'No owner'}</dd>
        </div>
        <div>
          <dt>Location</dt>
          <dd>
            {card.location ?? 'Not placed'}, {plural(card.totalScans, 'scan')}
          </dd>
        </div>
        <div>
          <dt>Claimant</dt>
          <dd>
            <MemberLink member={claimant} />
          </dd>
        </div>
        <div>
          <dt>About them</dt>
          <dd>
            {claimant.isLeaving
              ? 'Has left'
              : `${claimant.name}, ${claimant.role} member since ${date(claimant.createdAt)}, owns ${plural(claimant.cards, 'card')}`}
          </dd>
        </div>
      </dl>
      <section>
        <h3>Other claims on this card</h3>
        {others.length === 0 ? (
          <p className="muted">Nobody else has claimed it.</p>
        ) : (
          <ul className="record-rows">
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
