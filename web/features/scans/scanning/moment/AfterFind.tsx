import type { ComponentType } from 'react';
import type { AfterFindContentProps, FindExtrasProps } from '#web/features/scans/scanning/moment/AfterFindContent.tsx';
import type { FindMeaningProps } from '#web/features/scans/scanning/moment/FindMeaning.tsx';
import { page } from '#web/lib/react/page.tsx';

/** Wraps the import of an optional component so that nothing is rendered if its code fails to load. */
const loadOptional =
  <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  (): Promise<ComponentType<Props>> =>
    load().catch(() => () => null);

/** Shows what a find means for the member, below the scan result. The fallback reserves its space. */
export const FindMeaning = page<FindMeaningProps>(
  loadOptional(() => import('#web/features/scans/scanning/moment/FindMeaning.tsx').then((file) => file.FindMeaning)),
  <div style={{ minHeight: '12rem' }} />,
).Component;

/** A picture to share, and the finder's note to the owner. The space of the buttons is reserved. */
export const FindExtras = page<FindExtrasProps>(
  loadOptional(() => import('#web/features/scans/scanning/moment/AfterFindContent.tsx').then((file) => file.FindExtras)),
  <div style={{ minHeight: '3rem' }} />,
).Component;

export const AfterFind = page<AfterFindContentProps>(
  loadOptional(() => import('#web/features/scans/scanning/moment/AfterFindContent.tsx').then((file) => file.AfterFindContent)),
).Component;
