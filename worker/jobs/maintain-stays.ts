/** Maintains stays from the member's request to the day after departure: offers, bookings, deadlines, reminders, and travelers' data. */
import { stayReminderDays } from '#schema/rules.ts';
import { StayFailure } from '#worker/clients/travel-provider.ts';
import { getOption, returnReasons } from '#worker/domain/certificates/certificate.ts';
import { utcDay } from '#worker/domain/time.ts';
import { bookAccepted, withdrawUnchecked } from '#worker/flows/stays/book-accepted.ts';
import { checkBooking } from '#worker/flows/stays/check-booking.ts';
import { requestQuote } from '#worker/flows/stays/request-quote.ts';
import type { StayDeps, TravelDeps } from '#worker/flows/stays/travel-deps.ts';
import { openTraveler, sealTraveler } from '#worker/security/traveler.ts';
import { isOfferOverdue } from '#worker/store/stays/stay-maintenance.ts';
import { type Budget, repeatUntilDone } from './budget.ts';
import { batchRows, type DueWork, drainQueue, throwIfIncomplete } from './drain-queue.ts';
import { settleAll } from './settle-all.ts';

const perStep = 50;

interface StayJobDeps extends TravelDeps, Pick<StayDeps, 'travelerKeys'> {
  budget: Budget;
}

/**
 * `now` is in Unix seconds (UTC). Safe to run twice, late or in parallel. Rejects if the travel provider failed, or a traveler's data cannot
 * be decrypted.
 */
export async function maintainStays(deps: StayJobDeps, now: number): Promise<void> {
  const { store, budget, travel } = deps;
  const today = utcDay(now);
  const repeatWithinBudget = (work: () => Promise<number>) => repeatUntilDone(budget, perStep, work);
  await repeatWithinBudget(() => store.stayMaintenance.finish(today, perStep, now));
  // Expire unbooked stays before their offers so that the member gets only one email on the certificate's last day.
  await repeatWithinBudget(() => store.stayMaintenance.expire(now, perStep));
  await repeatWithinBudget(() => store.stayMaintenance.expireOffers(now, perStep));
  await repeatWithinBudget(() => store.stayMaintenance.withdrawUnbooked(now, perStep));
  await repeatWithinBudget(() => returnOverdue(deps, now));
  for (const days of stayReminderDays.toSorted((a, b) => a - b)) {
    await repeatWithinBudget(() => store.stayMaintenance.remind(days, today, perStep, now));
  }
  await repeatWithinBudget(() => store.stayMaintenance.eraseTravelers(now, perStep));
  if ((await store.stayFigures.load())?.day !== today) await store.stayFigures.recount(today);
  await settleAll([reencryptTravelers(deps), ...(travel ? [workWithProvider({ ...deps, travel }, now)] : [])]);
}

/** Refunds the tokens of members who have waited too long for an offer. */
async function returnOverdue({ store }: StayJobDeps, now: number): Promise<number> {
  const overdue = await store.stayMaintenance.offerOverdue(now, perStep);
  const condition = isOfferOverdue(now);
  for (const { id, type } of overdue) {
    const { name } = getOption(type);
    await store.certificateMaintenance.cancel(
      { certificateId: id, from: 'activated', condition, name, actor: null, reason: returnReasons.noOffer },
      now,
    );
  }
  return overdue.length;
}

/** Requests quotes, books or withdraws accepted offers, and checks bookings at the travel provider. Failed stays are retried. */
async function workWithProvider(deps: StayDeps & { budget: Budget }, now: number): Promise<void> {
  const { store, budget } = deps;
  const { stayMaintenance } = store;
  const done = async (work: Promise<void>) => {
    await work;
    return 'done' as const;
  };
  // Responses such as "unavailable" are results rather than errors, so other thrown errors may mean an outage.
  const classifyOutage = (error: unknown) => (error instanceof StayFailure ? 'no' : 'maybe');
  const report = await drainQueue({ store, now, budget, classifyOutage }, ['booking', 'quote', 'stay_status'], async () => {
    const bookings = await stayMaintenance.waitingForBooking(now, batchRows);
    const withdrawals = await stayMaintenance.waitingForWithdrawal(now, batchRows);
    const quotes = await stayMaintenance.waitingForQuote(now, batchRows);
    const checks = await stayMaintenance.waitingForStatus(now, batchRows);
    return [
      ...bookings.map((stay): DueWork => ({ kind: 'booking', key: String(stay.id), work: () => done(bookAccepted(deps, stay, now)) })),
      ...withdrawals.map((stay): DueWork => ({ kind: 'booking', key: String(stay.id), work: () => withdrawUnchecked(deps, stay, now) })),
      ...quotes.map((stay): DueWork => ({ kind: 'quote', key: String(stay.id), work: () => requestQuote(deps, stay, now) })),
      ...checks.map((stay): DueWork => ({ kind: 'stay_status', key: String(stay.id), work: () => done(checkBooking(deps, stay, now)) })),
    ];
  });
  throwIfIncomplete([report], { rows: 'stays', provider: 'The travel provider' });
}

/** Re-encrypts travelers' data that was not encrypted with the current key. */
async function reencryptTravelers({ store, budget, travelerKeys }: StayJobDeps): Promise<void> {
  let lastId = 0;
  let unreadableCount = 0;
  await repeatUntilDone(budget, perStep, async () => {
    const staysWithOldKey = await store.stayMaintenance.otherKeys(travelerKeys[0].id, lastId, perStep);
    const reencryptedStays = await Promise.all(
      staysWithOldKey.map(async ({ id, number, traveler: from, ...former }) => {
        const traveler = await openTraveler(travelerKeys, from, number);
        const entered = await openTraveler(travelerKeys, former.entered, number);
        return traveler
          ? [
              {
                ...{ id, from, to: await sealTraveler(travelerKeys, traveler, number) },
                entered: entered ? await sealTraveler(travelerKeys, entered, number) : former.entered,
              },
            ]
          : [];
      }),
    );
    await store.stayMaintenance.replaceTravelers(reencryptedStays.flat());
    lastId = staysWithOldKey.at(-1)?.id ?? lastId;
    unreadableCount += staysWithOldKey.length - reencryptedStays.flat().length;
    return staysWithOldKey.length;
  });
  if (unreadableCount > 0)
    throw new Error(`The data of ${unreadableCount} travelers cannot be decrypted with TRAVELER_DATA_KEY or TRAVELER_DATA_KEY_PREVIOUS.`);
}
