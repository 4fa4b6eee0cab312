/**
 * Icons that are not needed on the first load. The icons for the first load are in shell-icons.tsx, because bundlers never split a file
 * between chunks.
 */
import { svgIcon } from '#web/ui/icons/svg-icon.tsx';

export const BackIcon = /* @__PURE__ */ svgIcon('M19 12H5', 'm11 6-6 6 6 6');
export const CameraIcon = /* @__PURE__ */ svgIcon(
  'M4 8h3.2L9 5.5h6L16.8 8H20a1.5 1.5 0 0 1 1.5 1.5V18a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 18V9.5A1.5 1.5 0 0 1 4 8Z',
  'M12 16.7a3.4 3.4 0 1 0 0-6.8 3.4 3.4 0 0 0 0 6.8Z',
);
export const CardIcon = /* @__PURE__ */ svgIcon(
  'M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5Z',
  'M6 15.5c2 0 1.5-3.5 4-3.5s1.5-2.5 3.5-3',
  'm15.5 8 3 3',
  'm18.5 8-3 3',
);
export const ChestIcon = /* @__PURE__ */ svgIcon(
  'M3.5 11V9A4 4 0 0 1 7.5 5h9a4 4 0 0 1 4 4v2',
  'M3 11h18v7.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1Z',
  'M12 9.5v4',
  'M10.5 11v2.5h3V11',
);
export const CloudIcon = /* @__PURE__ */ svgIcon(
  'M7 18.5h9.5a4 4 0 0 0 .8-7.9A5.5 5.5 0 0 0 6.8 9.5 4.6 4.6 0 0 0 7 18.5Z',
  'M12 15.5v-4',
  'm10 13 2-2 2 2',
);
export const CopyIcon = /* @__PURE__ */ svgIcon(
  'M9 8.5h10a.5.5 0 0 1 .5.5v11a.5.5 0 0 1-.5.5H9a.5.5 0 0 1-.5-.5V9a.5.5 0 0 1 .5-.5Z',
  'M15.5 8.5V4a.5.5 0 0 0-.5-.5H5a.5.5 0 0 0-.5.5v11a.5.5 0 0 0 .5.5h3.5',
);
export const FlipIcon = /* @__PURE__ */ svgIcon(
  'M4 12a8 8 0 0 1 13.7-5.7L20 8.5',
  'M20 4v4.5h-4.5',
  'M20 12a8 8 0 0 1-13.7 5.7L4 15.5',
  'M4 20v-4.5h4.5',
);
export const HeartIcon = /* @__PURE__ */ svgIcon('M12 20.5s-8-4.9-8-10.7A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8 2.8c0 5.8-8 10.7-8 10.7Z');
export const KeyIcon = /* @__PURE__ */ svgIcon(
  'M8 20a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Z',
  'm11.2 12.3 8.8-8.8',
  'm16 7.5 3 3',
  'm13.5 10 2 2',
);
export const PencilIcon = /* @__PURE__ */ svgIcon(
  'm4 20 .9-4L16.5 4.4a1.5 1.5 0 0 1 2.1 0l1 1a1.5 1.5 0 0 1 0 2.1L8 19.1Z',
  'm14.5 6.4 3.1 3.1',
);
export const PhotoIcon = /* @__PURE__ */ svgIcon(
  'M4.5 4h15A1.5 1.5 0 0 1 21 5.5v13a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18.5v-13A1.5 1.5 0 0 1 4.5 4Z',
  'm3 16.5 5-5 4.5 4.5 2.5-2.5 6 5',
  'M15.5 9.6a1.3 1.3 0 1 0 0-2.6 1.3 1.3 0 0 0 0 2.6Z',
);
export const QrIcon = /* @__PURE__ */ svgIcon(
  'M4 4h6v6H4Z',
  'M14 4h6v6h-6Z',
  'M4 14h6v6H4Z',
  'M14 14h2.5v2.5',
  'M20 14v3',
  'M14 20h2',
  'M19 20h1',
  'M7 7v.1',
  'M17 7v.1',
  'M7 17v.1',
);
export const SearchIcon = /* @__PURE__ */ svgIcon('M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z', 'm20.5 20.5-5-5');
export const ShareIcon = /* @__PURE__ */ svgIcon(
  'M12 15V3.5',
  'm8 7 4-4 4 4',
  'M6 11.5H5a1 1 0 0 0-1 1V19a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 19v-6.5a1 1 0 0 0-1-1h-1',
);
export const TorchIcon = /* @__PURE__ */ svgIcon('M13.5 2.5 5 13.5h6l-1 8 8.5-11.5h-6Z');
export const WalletIcon = /* @__PURE__ */ svgIcon(
  'M4.5 7h15A1.5 1.5 0 0 1 21 8.5v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18.5V6a2 2 0 0 1 2-2h12v3',
  'M16.5 13.5v.1',
);
