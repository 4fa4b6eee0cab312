import { t } from '@lingui/core/macro';
import { errorText } from '#web/lib/api-error.ts';
import type { Paging } from '#web/lib/paging.ts';

interface ShowMoreProps {
  paging: Paging;
  failed: string;
  label?: string;
  onMore?: () => void;
}

export function ShowMore({ paging: { hasMore, loadMore, isLoadingMore, moreError }, failed, label = t`Show more`, onMore }: ShowMoreProps) {
  function showMore() {
    if (isLoadingMore) return;
    onMore?.();
    void loadMore();
  }

  return (
    <>
      {moreError !== null && <p role="alert">{errorText(moreError, failed)}</p>}
      {hasMore && (
        <button
          type="button"
          className="secondary button-block"
          aria-busy={isLoadingMore || undefined}
          aria-disabled={isLoadingMore || undefined}
          onClick={showMore}
        >
          {isLoadingMore ? t`Loading…` : label}
        </button>
      )}
    </>
  );
}
