import { t } from '@lingui/core/macro';
import '#web/features/scans/finds/finds.css';
import '#web/features/scans/scanning/moment/find-moment.css';
import { useState } from 'react';
import { Link } from 'wouter';
import type { FindLog } from '#schema/scans/find.ts';
import type { ScanResponse } from '#schema/scans/scan.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { OwnLog } from '#web/features/scans/finds/OwnLog.tsx';
import { useFindMoment } from '#web/features/scans/scanning/moment/find-moment.ts';
import { findPicture } from '#web/features/scans/scanning/moment/find-picture.ts';
import { FindPlacePrompt } from '#web/features/scans/scanning/place/FindPlacePrompt.tsx';
import { paths } from '#web/lib/paths.ts';
import { PictureToShare } from '#web/ui/pictures/PictureToShare.tsx';

export interface AfterFindContentProps {
  card: ScanResponse['card'];
  /** Whether this scan found the card, rather than an earlier one. */
  isNewFind: boolean;
  isPlaceShared: boolean;
}

export interface FindExtrasProps {
  cardId: string;
}

export function FindExtras({ cardId }: FindExtrasProps) {
  const { data, error } = useFindMoment(cardId);
  const [log, setLog] = useState<FindLog | null>(null);
  return (
    <div className="find-extras">
      <PictureToShare
        key={data?.number}
        picture={findPicture(data?.number ?? null)}
        note={t`No spoilers: the picture doesn’t show which card or where.`}
      />
      {/* Shows the note form even if loading the find's facts failed because the server decides whether the card accepts notes. */}
      {(data?.takesLog || error !== undefined) && <OwnLog isShort cardId={cardId} log={log} onChange={setLog} />}
    </div>
  );
}

export function AfterFindContent({ card: { cardId }, isNewFind, isPlaceShared }: AfterFindContentProps) {
  const { data } = useFindMoment(cardId);
  if (!isNewFind) return data?.needsOwner && <AdoptionHint cardId={cardId} />;
  return (
    <>
      {data?.needsOwner && <AdoptionHint cardId={cardId} />}
      <FindPlacePrompt cardId={cardId} isPlaceShared={isPlaceShared} />
    </>
  );
}

function AdoptionHint({ cardId }: { cardId: string }) {
  const { user } = useUser();
  return (
    <p>
      {t`This card needs a new owner.`}{' '}
      {user?.role === 'free' ? (
        t`Basic and Premium members can adopt it.`
      ) : (
        <Link href={`${paths.cacheCards}?adopt=${cardId}`}>{t`Adopt it`}</Link>
      )}
    </p>
  );
}
