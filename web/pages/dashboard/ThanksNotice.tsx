import '#web/features/certificates/trip/trip-notices.css';
import { Link } from 'wouter';
import { formatThankedNotes, formatThanks, type Thanks } from '#web/features/scans/finds/NewThanks.tsx';
import { paths } from '#web/lib/paths.ts';

/** Announces that owners thanked the member for their notes, and leads to them. */
export function ThanksNotice({ thanks }: { thanks: Thanks }) {
  return (
    <div className="trip-notices">
      <Link href={paths.foundCards} className="trip-notice trip-notice-thanks">
        <span>
          <strong>{formatThanks(thanks)}</strong> <span>{formatThankedNotes(thanks)}</span>
        </span>
        <span className="trip-notice-arrow" aria-hidden="true" />
      </Link>
    </div>
  );
}
