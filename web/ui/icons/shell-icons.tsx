/** Icons that every page needs on its first load. All other icons are in icons.tsx. */
import { svgIcon } from '#web/ui/icons/svg-icon.tsx';

export const AlertIcon = /* @__PURE__ */ svgIcon('M12 3.5 2.8 19.5a.8.8 0 0 0 .7 1.2h17a.8.8 0 0 0 .7-1.2Z', 'M12 10v4.5', 'M12 17.6v.1');
export const CheckIcon = /* @__PURE__ */ svgIcon('m4.5 12.5 5 5 10-11');
export const ChevronIcon = /* @__PURE__ */ svgIcon('m6 9.5 6 6 6-6');
export const CloseIcon = /* @__PURE__ */ svgIcon('m6 6 12 12', 'M18 6 6 18');
export const CompassIcon = /* @__PURE__ */ svgIcon('M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19Z', 'm15.8 8.2-2.3 5.3-5.3 2.3 2.3-5.3Z');
export const InfoIcon = /* @__PURE__ */ svgIcon('M12 21.5a9.5 9.5 0 1 0 0-19 9.5 9.5 0 0 0 0 19Z', 'M12 11v6', 'M12 7.4v.1');
export const LogoutIcon = /* @__PURE__ */ svgIcon(
  'M14 4H6a1.5 1.5 0 0 0-1.5 1.5v13A1.5 1.5 0 0 0 6 20h8',
  'M10 12h10.5',
  'm16.5 8 4 4-4 4',
);
export const MenuIcon = /* @__PURE__ */ svgIcon('M4 6.5h16', 'M4 12h16', 'M4 17.5h16');
export const UserIcon = /* @__PURE__ */ svgIcon(
  'M12 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Z',
  'M3.5 20.5c0-3.6 3.8-6 8.5-6s8.5 2.4 8.5 6',
);
