import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';

interface LocateButtonProps {
  isBusy: boolean;
  onPress: () => void;
  isMain?: boolean;
  children: ReactNode;
}

/** Button that asks for the device's position. While busy, keeps the focus and ignores presses. */
export function LocateButton({ isBusy, onPress, isMain = false, children }: LocateButtonProps) {
  return (
    <button
      type="button"
      className={isMain ? undefined : 'secondary'}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={() => {
        if (!isBusy) onPress();
      }}
    >
      {!isBusy && <MapPinIcon />}
      {isBusy ? t`Locating…` : children}
    </button>
  );
}
