/** Expires certificates that were not activated before their deadline, sends reminders about them, and updates the terms of stays. */
import { certificateReminderDays, secondsPerDay } from '#schema/rules.ts';
import type { TravelProvider } from '#worker/clients/travel-provider.ts';
import { certificateReminderMail, dueReminder } from '#worker/domain/certificates/certificate.ts';
import { hashTerms } from '#worker/domain/stays/catalogue.ts';
import type { TravelDeps } from '#worker/flows/stays/travel-deps.ts';
import type { Store } from '#worker/store/store.ts';
import { type Budget, repeatUntilDone } from './budget.ts';

const perStep = 50;

interface CertificateDeps extends TravelDeps {
  budget: Budget;
}

/**
 * `now` is in Unix seconds (UTC). Safe to run twice, late or in parallel. Rejects if the terms could not be loaded from the travel
 * provider.
 */
export async function maintainCertificates(deps: CertificateDeps, now: number): Promise<void> {
  await repeatUntilDone(deps.budget, perStep, () => deps.store.certificateMaintenance.expire(now, perStep));
  await repeatUntilDone(deps.budget, perStep, () => sendReminders(deps, now));
  if (deps.travel) await receiveTerms(deps.store, deps.travel, now);
}

async function receiveTerms(store: Store, travel: TravelProvider, now: number): Promise<void> {
  const terms = await travel.catalogue();
  await store.stayCatalogues.receive({ version: await hashTerms(terms), terms }, now);
}

async function sendReminders({ store }: CertificateDeps, now: number): Promise<number> {
  const windows = certificateReminderDays.map((days) => ({ days, seconds: days * secondsPerDay }));
  const dueReminders = await store.certificateMaintenance.dueReminders(windows, now, perStep);
  const reminders = dueReminders.flatMap((certificate) => {
    const days = dueReminder(certificate.activateBy, now);
    if (days === null) return [];
    const { id: certificateId, activateBy } = certificate;
    return [{ certificateId, activateBy, days, mail: certificateReminderMail(certificate, certificate, days) }];
  });
  await store.certificateMaintenance.remind(reminders, now);
  return dueReminders.length;
}
