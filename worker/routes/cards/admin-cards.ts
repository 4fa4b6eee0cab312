/** Routes at /api/admin/cards. Product rules: Cards and scans; Administrators. */

import { type Context, Hono } from 'hono';
import { CardsStatusRequest } from '#schema/admin/bulk.ts';
import { type AdminCard, CardStatusRequest, EditCardRequest, ReplaceCardRequest } from '#schema/cards/admin-cards.ts';
import { normalizeCardId } from '#schema/cards/card-id.ts';
import { PrintFileForm } from '#schema/printing/print-file.ts';
import { comparisonKey } from '#worker/domain/accounts/profile.ts';
import { decideCardEdit, decideCardStatus, decideReplacement } from '#worker/domain/cards/admin-card.ts';
import { correctPlaceOnMap } from '#worker/domain/finding/place-on-map.ts';
import { ApiError, requireValue } from '#worker/errors.ts';
import { type AdminEnv, moneyMoverOnly, requireAdmin, requireAdminOrLink } from '#worker/middleware/admin.ts';
import { json, query } from '#worker/middleware/json-body.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';
import { forEachItem } from '#worker/routes/admin/bulk.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { refuseOwnMembers } from '#worker/routes/admin/own-member.ts';
import { unwrap } from '#worker/routes/unwrap.ts';
import { randomCode } from '#worker/security/random.ts';
import { type CardChange, cardList, type StatusChange } from '#worker/store/cards/admin-cards.ts';
import { withOwnersWords } from '#worker/words/print-words.ts';
import { presentCard, presentCardDetails } from './admin-present-card.ts';

const list = adminList({
  shape: cardList,
  read: (store, request) => store.admin.cards.list(request),
  present: presentCard,
  csv: {
    fileName: 'cache-cards.csv',
    columns: [
      { header: 'Card ID', value: ({ cardId }) => cardId },
      { header: 'Status', value: ({ status }) => status },
      { header: 'Owner', value: ({ userInfo }) => userInfo?.email ?? null },
      { header: 'Owner ID', value: ({ userInfo }) => userInfo?.id ?? null },
      { header: 'Location', value: ({ location }) => location },
      { header: 'Scans', value: ({ totalScans }) => totalScans },
      { header: 'Created', value: ({ createdAt }) => createdAt },
      { header: 'Test card', value: ({ isTest }) => (isTest ? 'yes' : 'no') },
    ],
  },
});

/** Maximum number of attempts to save a placement, which must be recomputed if the owner concurrently places another card nearby. */
const placementAttempts = 5;

/** Maps errors about a single form field to that field's name. */
const atField = {
  no_such_member: { ownerEmail: 'No member has this email address' },
  test_card_has_no_owner: { ownerEmail: 'A test card has no owner' },
  status_already: { status: 'The card already has this status' },
} as const;

export const adminCardRoutes = new Hono<AdminEnv>()
  .route('/', list)

  .get('/:cardId', requireAdmin, async (c) => {
    const details = requireValue(await c.var.store.admin.cardDetails.read(normalizeCardId(c.req.param('cardId'))), 'card_not_found');
    return c.json(presentCardDetails(details, c.var.actsAs));
  })

  .put('/:cardId', requireAdmin, json(EditCardRequest), async (c) => {
    const { actor, now, store } = c.var;
    const { ownerEmail, latitude, longitude, ...edit } = c.req.valid('json');
    const ownerKey = ownerEmail === null ? null : comparisonKey(ownerEmail);
    const cardId = normalizeCardId(c.req.param('cardId'));
    await refuseOwnCard(c, cardId);
    const place = latitude === null || longitude === null ? null : { latitude, longitude };
    for (let attempt = 0; attempt < placementAttempts; attempt += 1) {
      const { before, anchors, newOwnerId } = await store.admin.cards.loadForEdit(cardId, { place, ownerKey });
      const isTransfer = newOwnerId !== undefined;
      if (isTransfer) moneyMoverOnly(c);
      if (newOwnerId) await refuseOwnMembers(c, [newOwnerId]);
      const change = {
        cardId,
        ...edit,
        code: randomCode(),
        place,
        onMap: correctPlaceOnMap(place, before, anchors),
        ownerKey,
        mayTransfer: isTransfer,
      };
      const changeResult = await store.admin.cards.edit(change, actor, now);
      if (!changeResult) continue;
      const decision = decideCardEdit(changeResult.before, edit.version, ownerKey === null ? undefined : changeResult.ownerId);
      // Retries if the email address now belongs to a different member, which turns the edit into a transfer to another owner.
      if (decision.ok && !changeResult.isChanged && changeResult.after?.ownerId !== changeResult.ownerId) continue;
      return c.json(selectChanged(changeResult, decision));
    }
    throw new ApiError('changed_meanwhile');
  })

  .post('/status', requireAdmin, json(CardsStatusRequest), async (c) => {
    const { cards, status, reason = null } = c.req.valid('json');
    return c.json(
      await forEachItem(
        cards,
        ({ cardId }) => cardId,
        (cardSnapshot) => withStatus(c, { ...cardSnapshot, status, reason, isBulk: true }),
      ),
    );
  })

  .post('/:cardId/status', requireAdmin, json(CardStatusRequest), async (c) => {
    const { reason = null, ...change } = c.req.valid('json');
    return c.json(await withStatus(c, { cardId: normalizeCardId(c.req.param('cardId')), ...change, reason, isBulk: false }));
  })

  .post('/:cardId/replace', requireAdmin, json(ReplaceCardRequest), async (c) => {
    const { actor, now, store } = c.var;
    const replacement = { cardId: normalizeCardId(c.req.param('cardId')), ...c.req.valid('json'), code: randomCode() };
    await refuseOwnCard(c, replacement.cardId);
    const { snapshot: cardSnapshot, card } = await store.admin.cardReplacements.replace(replacement, actor, now);
    if (card) return c.json(presentCard(card));
    unwrap(decideReplacement(cardSnapshot, replacement.version));
    throw new ApiError('changed_meanwhile');
  })

  .get('/:cardId/print.pdf', requireAdminOrLink, query(PrintFileForm), async (c) => {
    moneyMoverOnly(c);
    const { actor, config, now, store } = c.var;
    const card = requireValue(
      await store.admin.cardReplacements.printFile({ cardId: normalizeCardId(c.req.param('cardId')), ...c.req.valid('query') }, actor, now),
      'nothing_to_print',
    );
    const { drawCardSheet } = await import('#worker/pdf/card-print.ts');
    const pdf = await drawCardSheet(
      await withOwnersWords([card], c.env.ASSETS),
      nameFonts(c.env.ASSETS),
      config.publicOrigin,
      new Date(now * 1_000),
    );
    return c.body(pdf, 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="cache-card-${card.cardId}.pdf"`,
      'Cache-Control': 'private, no-store',
    });
  });

async function withStatus(c: Context<AdminEnv>, change: StatusChange): Promise<AdminCard> {
  const { cards } = c.var.store.admin;
  await refuseOwnCard(c, change.cardId);
  const changeResult = await cards.setStatus(change, c.var.actor, c.var.now);
  return selectChanged(changeResult, decideCardStatus(changeResult.before, change.version, change.status));
}

/** Throws 403 if the card belongs to the caller's own member account or to someone whom that account invited. */
async function refuseOwnCard(c: Context<AdminEnv>, cardId: string): Promise<void> {
  const people = await c.var.store.admin.cards.ownerAndReferrer(cardId);
  if (people.length > 0) await refuseOwnMembers(c, people);
}

/** Returns the current card, even if the edit changed nothing. Throws if the write was rejected. */
function selectChanged(
  { isChanged, after }: CardChange,
  decision: ReturnType<typeof decideCardEdit> | ReturnType<typeof decideCardStatus>,
): AdminCard {
  if (after && (isChanged || decision.ok)) return presentCard(after);
  const refusal = decision.ok ? 'card_not_found' : decision.refusal;
  if (refusal in atField) throw new ApiError('invalid_input', { fields: atField[refusal as keyof typeof atField] });
  throw new ApiError(refusal as Exclude<typeof refusal, keyof typeof atField>);
}
