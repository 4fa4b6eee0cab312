import { TestCard, TestCardList, type TestCardRequest } from '#schema/cards/admin-test-cards.ts';
import { reloadLists, useListPage } from '#web/features/admin/lists/list-page.ts';
import { readListPage } from '#web/features/admin/lists/read-list-page.ts';
import { apiSend } from '#web/lib/api/client.ts';
import { usePaging } from '#web/lib/paging.ts';

const testCardsPath = '/api/test-cards';
const firstPage = `${testCardsPath}?limit=24`;

export function useTestCards() {
  const first = useListPage(firstPage, TestCardList);
  const { pages, paging } = usePaging({
    firstPage: first.page,
    getNextCursor: ({ next }) => next,
    read: (cursor) => readListPage(`${firstPage}&cursor=${encodeURIComponent(cursor)}`, TestCardList),
  });
  return {
    cards: pages?.flatMap(({ rows }) => rows),
    total: first.page?.total,
    error: first.isLoading ? undefined : first.error,
    reload: first.reload,
    paging,
  };
}

export async function createTestCard(request: TestCardRequest): Promise<TestCard> {
  const card = await apiSend('POST', testCardsPath, request, TestCard);
  await reloadLists(testCardsPath).catch(() => undefined);
  return card;
}

export function getPrintPath(cardIds: readonly string[]): string {
  return `${testCardsPath}/print.pdf${cardIds.length > 0 ? `?cards=${cardIds.join(',')}` : ''}`;
}
