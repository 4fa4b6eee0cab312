/** Separate from the other icons because the landing page of a card loads only these. */
import { svgIcon } from '#web/ui/icons/svg-icon.tsx';

export const MapPinIcon = /* @__PURE__ */ svgIcon(
  'M12 21.5s7-6.3 7-11.8a7 7 0 1 0-14 0c0 5.5 7 11.8 7 11.8Z',
  'M12 12.2a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2Z',
);
export const TokenIcon = /* @__PURE__ */ svgIcon(
  'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  'm12 7.5 1.4 2.9 3.1.4-2.3 2.2.6 3.1-2.8-1.5-2.8 1.5.6-3.1-2.3-2.2 3.1-.4Z',
);
