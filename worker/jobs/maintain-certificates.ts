/** Certificates in the course of time: they expire when not activated, are reminded of before, and their stays are booked. */
import { certificateReminderDays, secondsPerDay } from '#schema/rules.ts';
import { certificateReminderMail, dueReminder } from '#worker/domain/certificate.ts';
import { type BookingDeps, bookStay, type TravelDeps } from '#worker/travel/book-stay.ts';

const perStep = 50;
/** Of each kind in one run; the next one goes on. */
const stepsPerRun = 20;

interface CertificateDeps extends TravelDeps {
  newMessageId: () => string;
}

/** `now` in UTC unix seconds. Safe to run twice, late or in parallel. */
export async function maintainCertificates(deps: CertificateDeps, now: number): Promise<void> {
  await step(() => deps.store.certificateMaintenance.expire(now, perStep));
  await step(() => remind(deps, now));
  if (deps.travel) await book({ ...deps, now });
}

/** Goes on while there is a full step of work. */
async function step(work: () => Promise<number>): Promise<void> {
  for (let count = 0; count < stepsPerRun; count += 1) if ((await work()) < perStep) return;
}

async function remind({ store, newMessageId }: CertificateDeps, now: number): Promise<number> {
  const windows = certificateReminderDays.map((days) => ({ days, seconds: days * secondsPerDay }));
  const due = await store.certificateMaintenance.dueReminders(windows, now, perStep);
  const reminders = due.flatMap((certificate) => {
    const days = dueReminder(certificate.activateBy, now);
    if (days === null) return [];
    const { id: certificateId, activateBy } = certificate;
    return [{ certificateId, activateBy, days, mail: certificateReminderMail(newMessageId(), certificate, certificate, days) }];
  });
  await store.certificateMaintenance.remind(reminders, now);
  return due.length;
}

async function book(deps: BookingDeps): Promise<void> {
  let after = 0;
  await step(async () => {
    const waiting = await deps.store.certificateMaintenance.waitingForBooking(after, perStep);
    for (const certificate of waiting) await bookStay(deps, certificate);
    after = waiting.at(-1)?.id ?? after;
    return waiting.length;
  });
}
