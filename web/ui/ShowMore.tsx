import { errorText } from '#web/lib/api-error.ts';
import type { Reading } from '#web/lib/read-on.ts';

interface ShowMoreProps {
  reading: Reading;
  failed: string;
  label?: string;
  onMore?: () => void;
}

export function ShowMore({ reading: { hasMore, more, loadingMore, moreError }, failed, label = 'Show more', onMore }: ShowMoreProps) {
  function showMore() {
    if (loadingMore) return;
    onMore?.();
    void more();
  }

  return (
    <>
      {moreError !== null && <p role="alert">{errorText(moreError, failed)}</p>}
      {hasMore && (
        <button
          type="button"
          className="secondary button-block"
          aria-busy={loadingMore || undefined}
          aria-disabled={loadingMore || undefined}
          onClick={showMore}
        >
          {loadingMore ? 'Loading…' : label}
        </button>
      )}
    </>
  );
}
