import { t } from '@lingui/core/macro';
import type { Place } from '#schema/finding/geo.ts';
import { pickPlace } from '#web/features/finding/nearby/search-place.ts';
import type { DevicePlace } from '#web/features/finding/nearby/use-device-place.ts';
import { svgIcon } from '#web/ui/icons/svg-icon.tsx';

const LocateIcon = /* @__PURE__ */ svgIcon(
  'M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Z',
  'M12 2v3.5',
  'M12 18.5V22',
  'M2 12h3.5',
  'M18.5 12H22',
);

/** Button on the map that starts following the device or, while following it, centers the map on it. */
export function LocateControl({ device, onCenter }: { device: DevicePlace; onCenter: (place: Place) => void }) {
  const isBusy = device.isOn && !device.fix && !device.failure;
  return (
    <button
      type="button"
      className="icon-button map-locate"
      aria-label={t`Center the map on me`}
      aria-busy={isBusy || undefined}
      data-on={(device.isOn && device.fix !== undefined) || undefined}
      onClick={() => {
        if (device.isOn && device.fix) onCenter(pickPlace(device.fix));
        else if (!isBusy) device.start();
      }}
    >
      <LocateIcon />
    </button>
  );
}
