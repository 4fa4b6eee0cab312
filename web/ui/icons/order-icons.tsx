import { svgIcon } from '#web/ui/icons/svg-icon.tsx';

export const LockIcon = /* @__PURE__ */ svgIcon(
  'M6.5 10.5h11A1.5 1.5 0 0 1 19 12v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5Z',
  'M8 10.5V7.5a4 4 0 0 1 8 0v3',
  'M12 14.5v2.5',
);
export const MinusIcon = /* @__PURE__ */ svgIcon('M5.5 12h13');
export const PlusIcon = /* @__PURE__ */ svgIcon('M5.5 12h13', 'M12 5.5v13');
export const ParcelIcon = /* @__PURE__ */ svgIcon('M12 2.8 20 7v10l-8 4.2L4 17V7Z', 'm4 7 8 4.2L20 7', 'M12 11.2v10', 'm8 4.9 8 4.2');
export const PrinterIcon = /* @__PURE__ */ svgIcon(
  'M7 8.5V3.5h10v5',
  'M7 16.5H4.5A1.5 1.5 0 0 1 3 15v-5a1.5 1.5 0 0 1 1.5-1.5h15A1.5 1.5 0 0 1 21 10v5a1.5 1.5 0 0 1-1.5 1.5H17',
  'M7 14h10v6.5H7Z',
  'M17.5 11.5v.1',
);
