/** Voucher and calendar file of a booked stay, for its member only. */
import type { Context } from 'hono';
import { routes } from '#schema/routes.ts';
import { writeCalendarFile } from '#worker/domain/stays/calendar-file.ts';
import { ApiError } from '#worker/errors.ts';
import type { SignedIn } from '#worker/middleware/session.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';
import { openTraveler } from '#worker/security/traveler.ts';
import { readWords } from '#worker/words/read-words.ts';
import { loadOwnStay } from './own-stay.ts';
import { presentOffer } from './present-stay.ts';

type StayContext = Context<SignedIn, '/:number/*'>;

export async function voucherFile(c: StayContext): Promise<Response> {
  const { holder, certificate, stay, offer, reference } = await loadBooking(c);
  const { number, createdAt } = certificate;
  const traveler = await openTraveler(c.var.config.travelerKeys, stay.traveler, number);
  // Loaded on demand because the PDF library and HarfBuzz would slow down every isolate's startup.
  const { drawVoucher } = await import('#worker/pdf/voucher.ts');
  const voucher = { ...presentOffer(offer), number, reference, createdAt, travelerName: traveler?.fullName ?? null };
  const pdf = await drawVoucher(voucher, nameFonts(c.env.ASSETS), await readWords(c.env.ASSETS, holder.language));
  return c.body(pdf, 200, fileHeaders('application/pdf', `stay-voucher-${number}.pdf`));
}

export async function calendarFile(c: StayContext): Promise<Response> {
  const { holder, certificate, stay, offer, reference } = await loadBooking(c);
  const { number } = certificate;
  const { t } = await readWords(c.env.ASSETS, holder.language);
  const { config, now } = c.var;
  const url = `${config.publicOrigin}${routes.certificates.path}#${number}`;
  const { place, room, checkIn, contact } = offer;
  const description = [
    t('Booking reference: {reference}', { reference }),
    room,
    t('Check-in: {checkIn}', { checkIn }),
    t('Contact: {contact}', { contact }),
  ].join('\n');
  const event = { ...offer, number, summary: t('Stay: {place}', { place }), description, sequence: stay.version, url };
  const file = writeCalendarFile(event, now);
  return c.body(file, 200, fileHeaders('text/calendar; charset=utf-8', `stay-${number}.ics`));
}

function fileHeaders(type: string, name: string): Record<string, string> {
  return { 'Content-Type': type, 'Content-Disposition': `inline; filename="${name}"`, 'Cache-Control': 'private, no-store' };
}

/** Loads the stay with its accepted offer. Throws unless it is booked. */
async function loadBooking(c: StayContext) {
  const own = await loadOwnStay(c);
  const { stay, offer } = own;
  const reference = own.certificate.travelPlugId;
  const isBooked = stay.stage === 'booked' || stay.stage === 'stayed';
  if (!isBooked || offer?.status !== 'accepted' || reference === null) throw new ApiError('stay_not_booked');
  return { ...own, offer, reference };
}
