/** Cards for administrators, under /api/admin/cards. Product rules: Cards and scans; Administrators. */
import { Hono } from 'hono';
import { type AdminCard, CardStatusRequest, EditCardRequest } from '#schema/admin/cards.ts';
import { decideCardEdit, decideCardStatus } from '#worker/domain/admin-card.ts';
import { comparisonKey } from '#worker/domain/profile.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { newMessageId } from '#worker/security/link.ts';
import { type CardChange, cardList } from '#worker/store/admin/cards.ts';
import { adminList } from './list.ts';
import { presentCard, presentCardDetails } from './present-card.ts';

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

/** Refusals that belong to one input. */
const atField = {
  no_such_member: { ownerEmail: 'No member has this email address' },
  test_card_has_no_owner: { ownerEmail: 'A test card belongs to nobody' },
  status_already: { status: 'The card has this status already' },
} as const;

export const adminCardRoutes = new Hono<AdminEnv>()
  .route('/', list)

  .get('/:cardId', requireAdmin, async (c) => {
    const details = await c.var.store.admin.cardDetails.read(c.req.param('cardId'));
    if (!details) throw new ApiError('card_not_found');
    return c.json(presentCardDetails(details, c.var.admin));
  })

  .put('/:cardId', requireAdmin, json(EditCardRequest), async (c) => {
    const { actor, config, now, store } = c.var;
    const { ownerEmail, ...edit } = c.req.valid('json');
    const ownerKey = ownerEmail === null ? null : comparisonKey(ownerEmail);
    const change = { cardId: c.req.param('cardId'), ...edit, ownerKey };
    const done = await store.admin.cards.edit(change, actor, newMessageId(config.publicOrigin), now);
    return c.json(changed(done, decideCardEdit(done.before, edit.version, ownerKey === null ? undefined : done.ownerId)));
  })

  .post('/:cardId/status', requireAdmin, json(CardStatusRequest), async (c) => {
    const { actor, now, store } = c.var;
    const { version, status, reason = null } = c.req.valid('json');
    const done = await store.admin.cards.setStatus({ cardId: c.req.param('cardId'), version, status, reason }, actor, now);
    return c.json(changed(done, decideCardStatus(done.before, version, status)));
  });

/** The card as it is now; an edit may have found nothing to change. Throws where the write's guards let nothing through. */
function changed(
  { isChanged, after }: CardChange,
  decision: ReturnType<typeof decideCardEdit> | ReturnType<typeof decideCardStatus>,
): AdminCard {
  if (after && (isChanged || decision.ok)) return presentCard(after);
  const refusal = decision.ok ? 'card_not_found' : decision.refusal;
  if (refusal === 'card_not_found' || refusal === 'changed_meanwhile') throw new ApiError(refusal);
  throw new ApiError('invalid_input', { fields: atField[refusal] });
}
