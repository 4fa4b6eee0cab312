export const windows = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 375, height: 812 },
} as const;
