/** An owner's responses to missing-card reports, and the replacement of a lost card. Separate from card.ts so that a card's public page does not load them. */
import * as v from 'valibot';
import { IdentityProof } from '#schema/accounts/identity-proof.ts';
import { normalizeCardId } from './card-id.ts';

export const reportAnswers = ['still_there', 'off_the_map'] as const;
export type ReportAnswer = (typeof reportAnswers)[number];

/**
 * Body of POST /api/cache-cards/{cardId}/report-answer: the owner's response to missing-card reports. Also confirms that the card is in
 * place, or takes it off the map, without any report.
 */
export const ReportAnswerRequest = v.strictObject({
  answer: v.picklist(reportAnswers, `Choose one of ${reportAnswers.join(', ')}`),
});

/**
 * Body of POST /api/cache-cards/{cardId}/replacement. Names the unplaced card that the owner agreed to give up, so that a repeated request
 * does not use up another one. Without the password, a recent sign-in is required.
 */
export const ReplacementRequest = v.strictObject({
  ...IdentityProof.entries,
  spareCardId: v.pipe(v.string('spareCardId is required'), v.transform(normalizeCardId)),
});
