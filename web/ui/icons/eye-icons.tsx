/** Separate from the other icons because the sign-in page loads only these. */
import { svgIcon } from '#web/ui/icons/svg-icon.tsx';

export const EyeIcon = /* @__PURE__ */ svgIcon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z',
  'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
);
export const EyeOffIcon = /* @__PURE__ */ svgIcon(
  'M9.9 5.8A9.3 9.3 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.9 3.6M6.3 7.6A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9.6 9.6 0 0 0 4.6-1.2',
  'M9.9 9.9a3 3 0 0 0 4.2 4.2',
  'm4 4 16 16',
);
