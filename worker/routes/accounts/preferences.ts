/** See "A member's own data" and "Finds and notes to owners" in docs/product-rules.md. */
import { Hono } from 'hono';
import { DigestRequest, LanguageRequest, NewCardsRequest, type Preferences, PreferencesRequest } from '#schema/accounts/my-data.ts';
import { isOnByDefault, mailTopics, NotificationRequest, PushDeviceRequest, pushTopics } from '#schema/messages/notifications.ts';
import { freshUntil } from '#worker/domain/accounts/deletion.ts';
import { listOfferedLanguages } from '#worker/domain/accounts/language.ts';
import { roundedPlace } from '#worker/domain/finding/card-watch.ts';
import { languageChangedMail } from '#worker/domain/messages/mail.ts';
import { isPushEndpoint } from '#worker/domain/messages/push-endpoint.ts';
import { nextNewsAt, noDigestAt } from '#worker/domain/scans/news.ts';
import { toIso } from '#worker/domain/time.ts';
import type { Config } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { json } from '#worker/middleware/json-body.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import { newLinkedMail } from '#worker/security/link.ts';
import type { PreferenceRow } from '#worker/store/accounts/preferences.ts';
import type { Member } from '#worker/store/accounts/users.ts';

/** Routes at /api/preferences. */
export const preferenceRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, async (c) => {
    const { caller, config, now, store } = c.var;
    return c.json(presentPreferences(config, await store.preferences.load(caller, now)));
  })

  .patch('/', requireCaller, json(PreferencesRequest), async (c) => {
    const { caller, config, now, store } = c.var;
    return c.json(presentPreferences(config, await store.preferences.wantOptionalMail(caller, c.req.valid('json').wantsOptionalMail, now)));
  })

  .put('/language', requireCaller, json(LanguageRequest), async (c) => {
    const { caller, config, now, store } = c.var;
    const { language } = c.req.valid('json');
    if (!listOfferedLanguages(config).includes(language))
      throw new ApiError('invalid_input', { fields: { language: 'Choose a language from the list' } });
    const member = requireMember(await store.users.signedIn(caller, now));
    const warning = languageChangedMail(await newLinkedMail(config.linkSigningKey, config.publicOrigin), member, language, now);
    return c.json(presentPreferences(config, await store.preferences.chooseLanguage(caller, language, warning, now)));
  })

  .put('/digest', requireCaller, json(DigestRequest), async (c) => {
    const { caller, config, now, store } = c.var;
    const { frequency } = c.req.valid('json');
    const nextAt = frequency === 'off' ? noDigestAt : nextNewsAt(frequency, now);
    return c.json(presentPreferences(config, await store.preferences.chooseDigest(caller, { frequency, nextAt }, now)));
  })

  .put('/new-cards', requireCaller, json(NewCardsRequest), async (c) => {
    const { caller, config, now, store } = c.var;
    const { radiusKm, ...place } = c.req.valid('json');
    const watch = { ...roundedPlace(place), radiusKm, nextAt: nextNewsAt('daily', now) };
    return c.json(presentPreferences(config, await store.preferences.watchNewCards(caller, watch, now)));
  })

  .delete('/new-cards', requireCaller, async (c) => {
    const { caller, config, now, store } = c.var;
    return c.json(presentPreferences(config, await store.preferences.endNewCards(caller, now)));
  })

  .patch('/notifications', requireCaller, json(NotificationRequest), async (c) => {
    const { caller, config, now, store } = c.var;
    return c.json(presentPreferences(config, await store.preferences.chooseNotification(caller, c.req.valid('json'), now)));
  })

  .put('/device', requireCaller, json(PushDeviceRequest), async (c) => {
    const { caller, config, now, store } = c.var;
    const { endpoint, keys, timeZone } = c.req.valid('json');
    if (!config.push) throw new ApiError('no_push');
    if (!isPushEndpoint(endpoint, config.localPushOrigin)) throw new ApiError('unknown_push_service');
    const device = { endpoint, publicKey: keys.p256dh, secret: keys.auth, timeZone };
    return c.json(presentPreferences(config, await store.preferences.registerDevice(caller, device, now)));
  })

  .delete('/device', requireCaller, async (c) => {
    const { caller, config, now, store } = c.var;
    return c.json(presentPreferences(config, await store.preferences.forgetDevice(caller, now)));
  });

function presentPreferences(
  config: Config,
  { member, preferences }: { member: Member | undefined; preferences: PreferenceRow | undefined },
): Preferences {
  requireMember(member);
  if (!preferences) throw new ApiError('not_signed_in');
  const { latitude, longitude, radiusKm } = preferences;
  const choices = JSON.parse(preferences.choices) as string[];
  return {
    wantsOptionalMail: preferences.wantsOptionalMail === 1,
    digest: preferences.digest ?? 'weekly',
    language: preferences.language,
    languages: listOfferedLanguages(config),
    newCards: latitude === null || longitude === null || radiusKm === null ? null : { latitude, longitude, radiusKm },
    notifications: {
      email: mailTopics.filter((topic) =>
        isOnByDefault(topic) ? !choices.includes(`email_off:${topic}`) : choices.includes(`email:${topic}`),
      ),
      push: pushTopics.filter((topic) => choices.includes(`push:${topic}`)),
      pushKey: config.push?.publicKey ?? null,
      isOnThisDevice: preferences.isOnThisDevice === 1,
    },
    hasPassword: preferences.hasPassword === 1,
    freshUntil: toIso(freshUntil(preferences.authenticatedAt)),
  };
}
