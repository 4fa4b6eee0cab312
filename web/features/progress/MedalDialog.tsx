import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { MedalProgress } from '#schema/progress/progress.ts';
import { Medal } from '#web/features/progress/medals/Medal.tsx';
import { medalLabels } from '#web/features/progress/medals/medal-labels.ts';
import { showMedal } from '#web/features/progress/progress-api.ts';
import { medalPicture } from '#web/features/progress/progress-pictures.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Picture } from '#web/ui/pictures/PictureToShare.tsx';

interface MedalDialogProps {
  medal: MedalProgress;
  isShown: boolean;
  onClose: () => void;
}

/** Shows an earned medal, with a choice to show it to others and a picture to share. */
export function MedalDialog({ medal: { id, earnedOn }, isShown, onClose }: MedalDialogProps) {
  const { name, earned } = medalLabels()[id];
  const [isSharing, setIsSharing] = useState(false);
  if (isSharing)
    return (
      <Dialog open title={t`Share your medal`} size="small" onClose={onClose}>
        <Picture picture={medalPicture(id)} />
      </Dialog>
    );
  return (
    <Dialog open title={name} size="small" onClose={onClose}>
      <div className="stack medal-dialog">
        <Medal id={id} />
        <p>
          {earned}.{' '}
          {earnedOn !== null && (
            <span className="muted">
              <Trans>
                Earned on <time dateTime={earnedOn}>{calendarDay(earnedOn)}</time>.
              </Trans>
            </span>
          )}
        </p>
        <p className="muted">
          {isShown ? t`Other members see this medal next to your name on your cards and notes.` : t`Only you can see this medal.`}
        </p>
        <div className="cluster">
          <ActionButton
            className="secondary button-small"
            action={() => showMedal(isShown ? null : id)}
            failed={t`Couldn’t save your choice`}
          >
            {isShown ? t`Hide from others` : t`Show to others`}
          </ActionButton>
          <button type="button" className="secondary button-small" onClick={() => setIsSharing(true)}>{t`Make a picture to share`}</button>
        </div>
      </div>
    </Dialog>
  );
}
