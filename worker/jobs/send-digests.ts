/**
 * Sends emails that ask owners about card visibility, announce nearby new cards, or summarize finds. Product rules: Finds and notes to
 * owners.
 */
import { askPlaceAfterSeconds, maxCardsPerMail, newsRetentionSeconds } from '#schema/rules.ts';
import { findNearbyArrivals, newCardsPayload } from '#worker/domain/finding/card-watch.ts';
import { digestPayload, newsCause, nextNewsAt } from '#worker/domain/scans/news.ts';
import type { Store } from '#worker/store/store.ts';
import type { Budget } from './budget.ts';
import { settleAll } from './settle-all.ts';

interface NewsDeps {
  store: Pick<Store, 'cardWatches' | 'digests' | 'placeQuestions'>;
  budget: Budget;
}

/** Maximum number of batches per run when searching for cards that are new on the map. */
const maxArrivalSteps = 5;
const maxForgetSteps = 5;
const ownersPerStep = 500;
const watchesPerStep = 500;
/** Maximum number of new cards, nearest first, to compare with a member's finds so that cards already found are omitted. */
const maxComparedArrivals = 2 * maxCardsPerMail;
const digestsPerStep = 200;

/**
 * `now` is in Unix seconds (UTC). Safe to run twice, late or in parallel. Safe to interrupt because progress is recorded with each email. A
 * failing part does not stop the others.
 */
export async function sendDigestsAndNews(deps: NewsDeps, now: number): Promise<void> {
  await settleAll([
    forgetOldNews(deps, now),
    deps.store.placeQuestions.askOwners(now - askPlaceAfterSeconds, ownersPerStep, now),
    sendNewCards(deps, now),
    sendDigests(deps, now),
  ]);
}

async function forgetOldNews({ store: { digests } }: NewsDeps, now: number): Promise<void> {
  for (let step = 0; step < maxForgetSteps; step += 1) if (await digests.forget(now - newsRetentionSeconds)) return;
}

async function sendNewCards({ store: { cardWatches }, budget }: NewsDeps, now: number): Promise<void> {
  for (let step = 0; step < maxArrivalSteps; step += 1) if (await cardWatches.noteArrivals()) break;
  let arrivalsPage: Awaited<ReturnType<typeof cardWatches.arrivals>> | undefined;
  while (!budget.isSpent()) {
    const dueWatches = await cardWatches.due(now, watchesPerStep);
    if (dueWatches.length === 0) return;
    arrivalsPage ??= await cardWatches.arrivals();
    const { arrivals, lastId } = arrivalsPage;
    const watches = dueWatches.map((watch) => ({ watch, sightings: watch.receivesNews ? findNearbyArrivals(watch, arrivals) : [] }));
    const pairs = watches.flatMap(({ watch: { userId }, sightings }) =>
      sightings.slice(0, maxComparedArrivals).map(({ arrival: { cardRowId } }) => ({ userId, cardRowId })),
    );
    const foundPairs = new Set((await cardWatches.findExistingFinds(pairs)).map(({ userId, cardRowId }) => `${userId} ${cardRowId}`));
    const mails = watches.map(({ watch: { userId, firstName, radiusKm, nextAt }, sightings }) => {
      const newSightings = sightings.filter(({ arrival }) => !foundPairs.has(`${userId} ${arrival.cardRowId}`));
      const cause = newsCause('new_cards', userId, nextAt);
      return {
        userId,
        dueAt: nextAt,
        nextAt: nextNewsAt('daily', now),
        cause,
        payload: newCardsPayload(firstName, radiusKm, newSightings),
      };
    });
    await cardWatches.sendNews(mails, lastId, now);
    if (dueWatches.length < watchesPerStep) return;
  }
}

async function sendDigests({ store: { digests }, budget }: NewsDeps, now: number): Promise<void> {
  while (!budget.isSpent()) {
    const { due: dueDigests, news, through } = await digests.load(now, digestsPerStep);
    if (dueDigests.length === 0) return;
    const mails = dueDigests.map((reader) => {
      const { userId, frequency, nextAt } = reader;
      const cause = newsCause('card_digest', userId, nextAt);
      return { userId, dueAt: nextAt, nextAt: nextNewsAt(frequency, now), cause, payload: digestPayload(reader, news.get(userId)) };
    });
    await digests.sendNews(mails, through, now);
    if (dueDigests.length < digestsPerStep) return;
  }
}
