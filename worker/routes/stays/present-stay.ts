import type { Stay, StayOffer } from '#schema/stays/stay.ts';
import { canCorrectTraveler, mayReturn, offerDueBy, type StayState } from '#worker/domain/stays/stay.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { NamedKey } from '#worker/security/seal.ts';
import { openTraveler } from '#worker/security/traveler.ts';
import type { OfferRow, StayRow } from '#worker/store/stays/stays.ts';

export function stayState(row: StayRow): StayState {
  const { stage, waitingSince, declinedOffers } = row;
  return {
    stage,
    waitingSince,
    declinedOffers,
    wasCanceled: row.wasCanceled === 1,
    travelerCorrected: row.travelerCorrected === 1,
    travelerEntries: row.travelerEntries,
    hasTraveler: row.traveler !== null,
  };
}

/** Returns the member's answer to "Did the stay take place?"; null if the member has not answered. */
export function didTakePlace({ tookPlace }: Pick<StayRow, 'tookPlace'>): boolean | null {
  return tookPlace === null ? null : tookPlace === 1;
}

export function presentOffer({ certificateId, quoteId, costCents, costs, expiresAt, ...offer }: OfferRow): StayOffer {
  return { ...offer, costs: JSON.parse(costs) as StayOffer['costs'], expiresAt: toIso(expiresAt) };
}

/** Returns the stay as shown to its member. `number` is the certificate number. */
export async function presentStay(row: StayRow, offer: OfferRow | undefined, number: string, keys: readonly NamedKey[]): Promise<Stay> {
  const state = stayState(row);
  return {
    stage: row.stage,
    traveler: await openTraveler(keys, row.traveler, number),
    canCorrectTraveler: canCorrectTraveler(state, offer?.status ?? null),
    wishes: JSON.parse(row.wishes) as Stay['wishes'],
    offerDueBy: toIsoOrNull(offerDueBy(state)),
    offer: offer ? presentOffer(offer) : null,
    declinedOffers: row.declinedOffers,
    isBeingChecked: row.isBeingChecked === 1,
    mayReturn: mayReturn(state, offer?.status ?? null),
    tookPlace: didTakePlace(row),
    isNoShow: row.noShowAt !== null,
    version: row.version,
  };
}
