/** Test cards: the list, page by page, and making one. */
import { useState } from 'react';
import { TestCard, TestCardList, type TestCardRequest } from '#schema/admin/test-cards.ts';
import { reloadLists, useListPage } from '#web/components/data-table/list-data.ts';
import { apiSend } from '#web/lib/api.ts';
import { type ListAnswer, readListAnswer } from '#web/lib/list-answer.ts';
import type { Reading } from '#web/lib/pages.ts';

const testCardsPath = '/api/test-cards';
const firstPage = `${testCardsPath}?limit=24`;
type Page = ListAnswer<TestCard>;

/** The newest test cards; `reading.more` loads the page after what is there. */
export function useTestCards() {
  const first = useListPage(firstPage, TestCardList);
  // Older pages go on from one first page; where another takes its place, they would leave a gap or repeat something.
  const [older, setOlder] = useState<{ after: Page | undefined; pages: Page[] }>({ after: undefined, pages: [] });
  const [loadingMore, setLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<unknown>(null);
  const pages = first.data ? [first.data, ...(older.after === first.data ? older.pages : [])] : undefined;
  const cursor = pages?.at(-1)?.next ?? null;

  async function more() {
    if (cursor === null || loadingMore) return;
    setLoadingMore(true);
    setMoreError(null);
    try {
      const page = await readListAnswer(`${firstPage}&cursor=${encodeURIComponent(cursor)}`, TestCardList);
      setOlder({ after: first.data, pages: [...(pages ?? []).slice(1), page] });
    } catch (error) {
      setMoreError(error);
    } finally {
      setLoadingMore(false);
    }
  }

  const reading: Reading = { hasMore: cursor !== null, more, loadingMore, moreError };
  return {
    cards: pages?.flatMap(({ rows }) => rows),
    total: first.data?.total,
    error: first.isValidating ? undefined : first.error,
    reload: () => void first.mutate(),
    reading,
  };
}

/** Makes a test card; the list loads again. */
export async function createTestCard(request: TestCardRequest): Promise<TestCard> {
  const card = await apiSend('POST', testCardsPath, request, TestCard);
  await reloadLists(testCardsPath).catch(() => undefined);
  return card;
}

/** The print sheet of these cards, or of all. */
export function printPathOf(cardIds: readonly string[]): string {
  return `${testCardsPath}/print.pdf${cardIds.length > 0 ? `?cards=${cardIds.join(',')}` : ''}`;
}
