/**
 * Every administrator may enter bookings of administrators' offers. Only super administrators may enter other bookings, change bookings, or
 * cancel certificates. Product rules: Certificates.
 */
import { type Context, Hono } from 'hono';
import { type AdminCertificate, AllowOtherPerson, BookCertificate, CancelCertificate } from '#schema/certificates/admin-certificates.ts';
import { certificateOptions } from '#schema/rules.ts';
import { travelProvider } from '#worker/clients/travel-provider.ts';
import { getStatusAt } from '#worker/domain/certificates/certificate.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { cancelCertificate } from '#worker/flows/certificates/cancel-certificate.ts';
import { type AdminEnv, moneyMoverOnly, requireAdmin, requireAdminOrLink, requireMoneyMover } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { refuseEmailChanger, refuseOwnMember, refuseOwnPass } from '#worker/routes/admin/own-member.ts';
import { readRowId } from '#worker/routes/admin/row-id.ts';
import { certificatePdf } from '#worker/routes/certificates/certificate-pdf.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { type AdminCertificateRow, type Booking, certificateListShape } from '#worker/store/certificates/admin-certificates.ts';

const stayNames = new Map<string, string>(certificateOptions.map(({ type, name }) => [type, name]));

export const adminCertificateRoutes = new Hono<AdminEnv>()
  .route(
    '/',
    adminList({
      shape: certificateListShape,
      read: (store, request) => store.admin.certificates.list(request),
      present: (row: AdminCertificateRow, c) => presentCertificate(row, c.var.now),
      csv: {
        fileName: 'certificates.csv',
        columns: [
          { header: 'Number', value: ({ number }) => number },
          { header: 'Member', value: ({ user }) => user.email },
          { header: 'Name', value: ({ user }) => user.name },
          { header: 'Stay', value: ({ type }) => stayNames.get(type) ?? type },
          { header: 'Tokens', value: ({ tokensRedeemed }) => tokensRedeemed },
          { header: 'Status', value: ({ status }) => status },
          { header: 'Review', value: ({ review }) => review },
          { header: 'Stage', value: ({ stage }) => stage },
          { header: 'Reference', value: ({ travelPlugId }) => travelPlugId },
          { header: 'Created', value: ({ createdAt }) => createdAt },
          { header: 'Activate by', value: ({ activateBy }) => activateBy },
          { header: 'Valid until', value: ({ validUntil }) => validUntil },
          { header: 'Activated', value: ({ activatedAt }) => activatedAt },
          { header: 'Canceled', value: ({ cancelledAt }) => cancelledAt },
          { header: 'Canceled by', value: ({ cancelledBy }) => cancelledBy },
          { header: 'Reason', value: ({ cancelReason }) => cancelReason },
        ],
      },
    }),
  )

  .get('/:id', requireAdmin, async (c) => {
    return c.json(presentCertificate(await requireCertificate(c.var.store.admin.certificates.find(readRowId(c))), c.var.now));
  })

  .get('/:id/certificate.pdf', requireAdminOrLink, async (c) => {
    const certificate = await requireCertificate(c.var.store.admin.certificates.find(readRowId(c)));
    return certificatePdf(c, certificate, { email: certificate.email, language: 'en' });
  })

  .post('/:id/cancel', requireMoneyMover, json(CancelCertificate), async (c) => {
    const { actor, config, now, store } = c.var;
    const { reason, isReleased, version } = c.req.valid('json');
    const certificate = await requireCertificate(store.admin.certificates.find(readRowId(c)));
    if (certificate.version !== version) throw new ApiError('changed_meanwhile');
    await refuseOwnMember(c, certificate.userId);
    const deps = { store, travel: travelProvider(config.travel) };
    const currentCertificate = { ...certificate, status: getStatusAt(certificate, certificate.pausedAt ?? now) };
    unwrap(await cancelCertificate(deps, currentCertificate, { actor, reason, isReleased }, now));
    return c.json(presentCertificate(await requireCertificate(store.admin.certificates.find(certificate.id)), now));
  })

  .post('/:id/other-person', requireMoneyMover, json(AllowOtherPerson), async (c) => {
    const { actor, now, store } = c.var;
    const { reason, version } = c.req.valid('json');
    const certificate = await requireCertificate(store.admin.certificates.find(readRowId(c)));
    await refuseOwnMember(c, certificate.userId);
    await refuseEmailChanger(c, certificate.userId);
    if (certificate.isOtherPerson) throw new ApiError('is_other_person');
    if (certificate.refusedPerson === null) throw new ApiError('no_refused_traveler');
    requireValue(await store.admin.certificates.allowOtherPerson({ ...certificate, version }, reason, actor, now), 'changed_meanwhile');
    return c.json(presentCertificate(await requireCertificate(store.admin.certificates.find(certificate.id)), now));
  })

  .put('/:id/booking', requireAdmin, json(BookCertificate), async (c) => {
    const { actor, now, store } = c.var;
    const { travelPlugId, version } = c.req.valid('json');
    const currentCertificate = await requireCertificate(store.admin.certificates.find(readRowId(c)));
    const check = await refuseOwnMember(c, currentCertificate.userId);
    await refuseOwnPass(c, currentCertificate.id);
    await refuseEmailChanger(c, currentCertificate.userId);
    const allowed = await allowBooking(c, currentCertificate, travelPlugId);
    const booking = { id: currentCertificate.id, version, travelPlugId, previous: currentCertificate.travelPlugId, ...allowed, check };
    const outcome = await store.admin.certificates.book(booking, actor, now);
    if (outcome === 'reference_taken') throw new ApiError('reference_taken');
    const certificate = await requireCertificate(outcome.certificate);
    if (outcome.isDone) return c.json(presentCertificate(certificate, now));
    if (certificate.ownerSuspendedAt !== null && certificate.stage !== 'booked') throw new ApiError('holder_suspended');
    if (await store.admin.certificates.lacksTraveler(certificate.id)) throw new ApiError('traveler_missing');
    throw new ApiError(certificate.status === 'activated' ? 'changed_meanwhile' : 'no_stay_to_book');
  });

/**
 * Throws unless the caller may set this booking reference. Booking after the certificate's last valid day requires a super administrator.
 * Replacing a reference, reusing one from another certificate, or entering one for the provider's offer also requires a fresh second-factor
 * proof. Returns whether the reference was already used for another certificate, and whether the provider made the offer.
 */
async function allowBooking(
  c: Context<AdminEnv>,
  currentCertificate: AdminCertificateRow,
  travelPlugId: string,
): Promise<Pick<Booking, 'mayReuse' | 'mayBookForProvider'>> {
  const { actsAs, now, store } = c.var;
  if (currentCertificate.travelPlugId !== null && currentCertificate.travelPlugId !== travelPlugId) moneyMoverOnly(c);
  const isProviders = currentCertificate.travelPlugId === null && (await store.stays.hasProvidersOffer(currentCertificate.id));
  if (isProviders) moneyMoverOnly(c);
  const isPastValidity = currentCertificate.validUntil < (currentCertificate.pausedAt ?? now);
  if (isPastValidity && actsAs !== 'super_admin') throw new ApiError('certificate_past_validity');
  const isReused = await store.admin.certificates.wasReferenceUsedBefore(currentCertificate.id, travelPlugId);
  if (isReused && actsAs !== 'super_admin') throw new ApiError('reference_used_before');
  if (isReused) moneyMoverOnly(c);
  return { mayReuse: isReused, mayBookForProvider: isProviders };
}

async function requireCertificate<Row>(row: Row | undefined | Promise<Row | undefined>): Promise<Row> {
  const certificate = await row;
  if (certificate === undefined) throw new ApiError('certificate_not_found');
  return certificate;
}

function presentCertificate(row: AdminCertificateRow, now: number): AdminCertificate {
  const { activationLink, pdfUrl, refusedPerson, userId, email, name, ownerSuspendedAt, pausedAt, ...visible } = row;
  return {
    ...visible,
    user: { id: userId, email, name },
    isOtherPerson: row.isOtherPerson === 1,
    status: getStatusAt(row, pausedAt ?? now),
    createdAt: toIso(row.createdAt),
    activateBy: toIso(row.activateBy),
    validUntil: toIso(row.validUntil),
    activatedAt: toIsoOrNull(row.activatedAt),
    cancelledAt: toIsoOrNull(row.cancelledAt),
  };
}
