import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { DevicePlace } from '#web/features/finding/nearby/use-device-place.ts';
import { describeAccuracy } from '#web/lib/distance/distance-format.ts';
import { useDistanceUnit } from '#web/lib/distance/distance-unit.ts';
import type { NoFixReason } from '#web/lib/fix.ts';
import { LocateButton } from '#web/ui/LocateButton.tsx';

const failureTexts = (): Record<NoFixReason, string> => ({
  unsupported: t`This browser can’t get your location. Search for a town instead.`,
  denied: t`Access to your location was denied. Search for a town instead, or allow it in your browser’s settings.`,
  timeout: t`Finding your location took too long. Try again outdoors, or search for a town.`,
  unavailable: t`Your device can’t find its location right now. Try again, or search for a town.`,
});

/** The note about the location is hidden if the accuracy is this many meters or better. Screen readers still announce the note. */
const goodAccuracy = 50;

export function FollowButton({ device, isMain = false, children }: { device: DevicePlace; isMain?: boolean; children: ReactNode }) {
  const isBusy = device.isOn && !device.fix && !device.failure;
  return (
    <div className="stack gap-2 locate">
      {!(device.isOn && device.fix) && (
        <LocateButton isBusy={isBusy} onPress={device.start} isMain={isMain}>
          {children}
        </LocateButton>
      )}
      <FollowStatus device={device} />
    </div>
  );
}

export function FollowStatus({ device }: { device: DevicePlace }) {
  const unit = useDistanceUnit();
  const isAccurate = !device.failure && device.fix !== undefined && device.fix.accuracy <= goodAccuracy;
  return (
    <p role="status" className={`locate-status ${device.failure ? 'field-error' : isAccurate ? 'visually-hidden' : 'field-hint'}`}>
      {device.failure && failureTexts()[device.failure]}
      {!device.failure && device.fix && t`Following your location, ${describeAccuracy(device.fix.accuracy, unit)}.`}
    </p>
  );
}
