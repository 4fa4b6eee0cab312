/** Sheets of ten cards for printing at home. */
import { expect, test } from 'vitest';
import { formatCardId } from '#schema/cards/card-id.ts';
import type { Paper } from '#schema/printing/print.ts';
import { siteFiles } from '#scripts/site/name-fonts.ts';
import { readPdfCodes, readPdfText } from '#tests/support/printing/read-pdf.ts';
import { drawHomeSheets } from '#worker/pdf/home-sheet.ts';
import { nameFonts } from '#worker/pdf/names/name-fonts.ts';

const newCards = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ cardId: formatCardId(1_234_567 + index), code: 'ABCD2345' }));
const draw = (count: number, paper: Paper) =>
  drawHomeSheets(newCards(count), paper, nameFonts(siteFiles), 'https://cards.test', new Date('2026-11-21T10:00:00Z'));

test.each<[Paper, number, number]>([
  ['letter', 612, 792],
  ['a4', 595, 842],
])('a sheet on %s has ten cards, and its back mirrors its front', async (paper, width, height) => {
  const pages = await readPdfText(await draw(12, paper));
  expect(pages.map((page) => [Math.round(page.width), Math.round(page.height)])).toEqual(Array.from({ length: 4 }, () => [width, height]));
  const [fronts, backs, , lastBacks] = pages.map(({ words }) => words);
  expect(fronts?.match(/Cache Cards/g)).toHaveLength(10);
  expect(backs?.match(/TC-\d{7}/g)?.toSorted()).toEqual(newCards(10).map(({ cardId }) => cardId));
  expect(lastBacks?.match(/TC-\d{7}/g)).toHaveLength(2);
});

test('a card on a sheet has a code that can be scanned', { tags: 'long' }, async () => {
  for (const paper of ['letter', 'a4'] as const)
    expect(await readPdfCodes(await draw(1, paper))).toEqual([{ page: 2, text: 'https://cards.test/card?id=TC-1234567&k=ABCD2345' }]);
});
