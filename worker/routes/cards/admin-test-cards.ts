/** Routes at /api/test-cards. Product rules: Cards and scans. */
import { type Context, Hono } from 'hono';
import { type TestCard, TestCardRequest } from '#schema/cards/admin-test-cards.ts';
import { isCardId } from '#schema/cards/card-id.ts';
import { maxPrintedTestCards } from '#schema/rules.ts';
import { toIso, utcDay } from '#worker/domain/time.ts';
import { ApiError } from '#worker/errors.ts';
import { type AdminEnv, requireAdmin, requireAdminOrLink } from '#worker/middleware/admin.ts';
import { json } from '#worker/middleware/json-body.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';
import { adminList } from '#worker/routes/admin/list.ts';
import { drawCards } from '#worker/security/draw-cards.ts';
import { type TestCardRow, testCardList } from '#worker/store/cards/admin-test-cards.ts';

/**
 * Maximum number of attempts to find an unused id. Collisions are rare among ten million ids, so if every attempt collides, the range is
 * full.
 */
const candidateCount = 20;

const list = adminList({
  shape: testCardList,
  read: (store, request) => store.admin.testCards.list(request),
  present: presentTestCard,
  csv: {
    fileName: 'test-cards.csv',
    columns: [
      { header: 'Card ID', value: ({ cardId }) => cardId },
      { header: 'Location', value: ({ location }) => location },
      { header: 'Description', value: ({ description }) => description },
      { header: 'Created', value: ({ createdAt }) => createdAt },
    ],
  },
});

export const testCardRoutes = new Hono<AdminEnv>()
  .route('/', list)

  .post('/', requireAdmin, json(TestCardRequest), async (c) => {
    const { actor, now, store } = c.var;
    for (const candidate of drawCards(candidateCount)) {
      const testCard = await store.admin.testCards.make(candidate, c.req.valid('json'), actor, now);
      if (testCard) return c.json(presentTestCard(testCard), 201);
    }
    throw new Error('No unused card id found: the range is almost exhausted');
  })

  // Prints the cards in `?cards=TC-…,TC-…`, or all cards, newest first, if the parameter is missing.
  .get('/print.pdf', requireAdminOrLink, async (c) => {
    const { config, now, store } = c.var;
    const cards = await store.admin.testCards.listForPrinting(readChosenCards(c), maxPrintedTestCards);
    if (cards.length === 0) throw new ApiError('nothing_to_print');
    // Loaded on demand because the PDF library would slow down every isolate's startup.
    const { drawCardSheet } = await import('#worker/pdf/card-print.ts');
    const pdf = await drawCardSheet(
      cards.map((cardId) => ({ cardId })),
      nameFonts(c.env.ASSETS),
      config.publicOrigin,
      new Date(now * 1_000),
    );
    return c.body(pdf, 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="test-cards-${utcDay(now)}.pdf"`,
      'Cache-Control': 'private, no-store',
    });
  });

function presentTestCard({ createdAt, ...same }: TestCardRow): TestCard {
  return { ...same, createdAt: toIso(createdAt) };
}

function readChosenCards(c: Context<AdminEnv>): string[] | undefined {
  const cards = c.req.query('cards')?.split(',');
  if (cards === undefined) return undefined;
  if (cards.length > maxPrintedTestCards)
    throw new ApiError('invalid_input', { fields: { cards: `Choose at most ${maxPrintedTestCards} cards` } });
  if (!cards.every(isCardId)) throw new ApiError('invalid_input', { fields: { cards: 'These are not card ids' } });
  return cards;
}
