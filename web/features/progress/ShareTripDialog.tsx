import { t } from '@lingui/core/macro';
import type { Trip } from '#schema/progress/progress.ts';
import { tripPicture } from '#web/features/progress/progress-pictures.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Picture } from '#web/ui/pictures/PictureToShare.tsx';

export function ShareTripDialog({ trip, tokens, onClose }: { trip: Trip; tokens: number; onClose: () => void }) {
  return (
    <Dialog open title={t`Share your trip`} size="small" onClose={onClose}>
      <Picture picture={tripPicture(trip, tokens)} />
    </Dialog>
  );
}
