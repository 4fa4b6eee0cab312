/** See "Trips, weekly trail and medals" in docs/product-rules.md. */
import { Hono } from 'hono';
import { DreamRequest, type Progress, ShownMedalRequest, TimeZoneRequest } from '#schema/progress/progress.ts';
import { presentProgress } from '#worker/domain/progress/present-progress.ts';
import { planTrip } from '#worker/domain/progress/trip.ts';
import { currentCatalogue } from '#worker/domain/stays/catalogue.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import type { LoadedProgress } from '#worker/store/progress/progress.ts';

type RouteContext = Pick<AppEnv['Variables'], 'config' | 'now'>;

/** Routes at /api/progress. */
export const progressRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, async (c) => {
    const { caller, now, store } = c.var;
    return c.json(await present(c.var, await store.progress.load(caller, now)));
  })

  .put('/destination', requireCaller, json(DreamRequest), async (c) => {
    const { caller, config, now, store } = c.var;
    const { destinationId } = c.req.valid('json');
    const { member, catalogue } = await store.stayCatalogues.load(caller, now);
    requireMember(member);
    if (destinationId !== null && !planTrip(destinationId, await currentCatalogue(catalogue, config.travel !== null)))
      throw new ApiError('unknown_destination');
    return c.json(await present(c.var, await store.progress.chooseDestination(caller, destinationId, now)));
  })

  .put('/medal', requireCaller, json(ShownMedalRequest), async (c) => {
    const { caller, now, store } = c.var;
    const { medal } = c.req.valid('json');
    const progress = await present(c.var, await store.progress.showMedal(caller, medal, now));
    if (progress.shownMedal !== medal) throw new ApiError('medal_not_earned');
    return c.json(progress);
  })

  .put('/time-zone', requireCaller, json(TimeZoneRequest), async (c) => {
    const { caller, now, store } = c.var;
    return c.json(await present(c.var, await store.progress.setTimeZone(caller, c.req.valid('json').timeZone, now)));
  });

async function present({ config, now }: RouteContext, loaded: LoadedProgress): Promise<Progress> {
  const { progress, medals, recentFindAt } = loaded;
  const stored = progress && {
    counts: { ...progress, card_finds: progress.cardFinds },
    trail: { ...progress, weeks: progress.trailWeeks, longest: progress.longestTrail },
  };
  const { timeZone, earlierTimeZones, ...member } = requireMember(loaded.member);
  return presentProgress(
    {
      member: { ...member, zones: { current: timeZone, earlier: JSON.parse(earlierTimeZones) } },
      stored,
      earnedAt: new Map(medals.map(({ medal, earnedAt }) => [medal, earnedAt])),
      recentFindAt,
      catalogue: await currentCatalogue(loaded.catalogue, config.travel !== null),
    },
    now,
  );
}
