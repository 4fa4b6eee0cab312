/** See "Referrals, keys and commissions" in docs/product-rules.md. */
import { Hono } from 'hono';
import { PageQuery } from '#schema/page-query.ts';
import { invitationLink } from '#schema/referrals/invitation-link.ts';
import type { Referrals } from '#schema/referrals/referral.ts';
import { treasureChestLevels } from '#schema/rules.ts';
import type { Earnings } from '#schema/site.ts';
import { isTombstone } from '#worker/domain/accounts/deletion.ts';
import { maskEmail } from '#worker/domain/accounts/mask-email.ts';
import { sumEarnings } from '#worker/domain/referrals/earnings.ts';
import { toIso, toIsoOrNull } from '#worker/domain/time.ts';
import type { AppEnv } from '#worker/middleware/context.ts';
import { query } from '#worker/middleware/json-body.ts';
import { limitDrawings } from '#worker/middleware/member-rate-limit.ts';
import { requireCaller, requireMember } from '#worker/middleware/session.ts';
import { drawQr } from '#worker/qr/qr.ts';
import { toOlderRows, toPage } from '#worker/routes/to-page.ts';
import type { ChestRow, CommissionRow, EarningRow, ReferredRow } from '#worker/store/referrals/referrals.ts';
import { english } from '#worker/words/words.ts';

export const referralRoutes = new Hono<AppEnv>()
  .get('/', requireCaller, query(PageQuery), async (c) => {
    const { caller, config, now, store } = c.var;
    const query = c.req.valid('query');
    const { referralCode, people, news, totals, treasureKeys } = requireMember(await store.referrals.page(caller, toOlderRows(query), now));
    const { page, nextCursor } = toPage(people, query);
    return c.json({
      referralCode,
      link: invitationLink(config.publicOrigin, referralCode),
      totals: { ...totals, treasureKeys },
      people: page.map(presentPerson),
      news: news.map(presentPerson),
      nextCursor,
    } satisfies Referrals);
  })

  .get('/qr', requireCaller, limitDrawings, async (c) => {
    const { caller, config, now, store } = c.var;
    const member = requireMember(await store.users.signedIn(caller, now));
    return c.body(drawQr(invitationLink(config.publicOrigin, member.referralCode)), 200, {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cache-Control': 'private, no-store',
    });
  });

export const earningRoutes = new Hono<AppEnv>().get('/', requireCaller, async (c) => {
  const { caller, now, store } = c.var;
  const { member, all, commissions, chests, surpluses } = await store.referrals.earnings(caller, now);
  const { openedChestMonth } = requireMember(member);
  return c.json({
    openedChestMonth,
    summary: sumEarnings(
      all.commissions,
      all.chests,
      surpluses.reduce((sum, { surplusCents }) => sum + surplusCents, 0),
    ),
    commissions: commissions.map((row) => ({ ...presentEarning(row), description: describeCommission(row) })),
    treasureChests: chests.map((row) => ({ ...presentEarning(row), description: describeChest(row) })),
    surpluses: surpluses.map(({ id, surplusCents, reference, paidAt }) => ({
      ...{ id, reference },
      amount: surplusCents / 100,
      paidAt: toIso(paidAt),
    })),
  } satisfies Earnings);
});

function presentPerson(person: ReferredRow): Referrals['people'][number] {
  return {
    id: person.id,
    name: isTombstone(person.email) ? 'Former member' : (person.username ?? person.firstName),
    email: isTombstone(person.email) ? '' : maskEmail(person.email),
    joinedAt: toIso(person.createdAt),
    upgradedAt: toIsoOrNull(person.upgradedAt),
    tier: person.role,
    commission: presentCommission(person),
    treasureKeys: person.keysBrought,
  };
}

/**
 * Returns the commission to show; null if there is none. A zero commission means that the referrer had the free tier and only earned keys,
 * so it is shown only while it is on hold.
 */
function presentCommission({ status, amountCents }: ReferredRow): Referrals['people'][number]['commission'] {
  if (status === null || amountCents === null || (amountCents === 0 && status !== 'held')) return null;
  return { amount: amountCents / 100, status };
}

function presentEarning({ id, amountCents, status, createdAt, paidAt }: EarningRow) {
  return { id, amount: amountCents / 100, status, createdAt: toIso(createdAt), paidAt: toIsoOrNull(paidAt) };
}

function describeCommission({ kind, username, firstName }: CommissionRow): string {
  const person = username ?? firstName ?? 'a friend';
  return kind === 'commission' ? `Membership of ${person}` : `Reversed: the payment by ${person} was returned`;
}

function describeChest({ month, chestLevel }: ChestRow): string {
  const name = treasureChestLevels.find(({ level }) => level === chestLevel)?.name ?? '';
  return `${name} chest, ${english.formatMonth(month)}`.trim();
}
