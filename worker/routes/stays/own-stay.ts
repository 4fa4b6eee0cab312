import type { Context } from 'hono';
import { ApiError } from '#worker/errors.ts';
import { requireMember, type SignedIn } from '#worker/middleware/session.ts';
import type { Member } from '#worker/store/accounts/users.ts';
import type { CertificateRow } from '#worker/store/certificates/certificates.ts';
import type { OfferRow, StayRow } from '#worker/store/stays/stays.ts';

export interface OwnStay {
  holder: Member;
  certificate: CertificateRow;
  stay: StayRow;
  /** The stay's open or accepted offer. */
  offer: OfferRow | undefined;
}

/** Loads the stay of the member's certificate. Throws 404 if it belongs to someone else or is not activated. */
export async function loadOwnStay(c: Context<SignedIn, '/:number/*'>): Promise<OwnStay> {
  const { caller, now, store } = c.var;
  const { member, certificates, stays, offers } = await store.certificates.own(caller, now);
  const holder = requireMember(member);
  const certificate = certificates.find(({ number }) => number === c.req.param('number'));
  if (!certificate) throw new ApiError('certificate_not_yours');
  const stay = stays.find(({ certificateId }) => certificateId === certificate.id);
  if (!stay) throw new ApiError('no_stay');
  return { holder, certificate, stay, offer: offers.find(({ certificateId }) => certificateId === certificate.id) };
}
