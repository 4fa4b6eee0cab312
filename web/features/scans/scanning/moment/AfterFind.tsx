import type { ComponentType } from 'react';
import type { AfterFindContentProps } from '#web/features/scans/scanning/moment/AfterFindContent.tsx';
import type { FindMeaningProps } from '#web/features/scans/scanning/moment/FindMeaning.tsx';
import { page } from '#web/lib/react/page.tsx';

/** The code comes after the result, of no use to which it is: where it does not come, there is nothing in its place. */
const orNothing =
  <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  (): Promise<ComponentType<Props>> =>
    load().catch(() => () => null);

/** What a find means, right below what it brought; its room is kept, so that nothing moves. */
export const FindMeaning = page<FindMeaningProps>(
  orNothing(() => import('#web/features/scans/scanning/moment/FindMeaning.tsx').then((file) => file.FindMeaning)),
  <div style={{ minHeight: '9rem' }} />,
).Component;

/** What to do next, below all else. */
export const AfterFind = page<AfterFindContentProps>(
  orNothing(() => import('#web/features/scans/scanning/moment/AfterFindContent.tsx').then((file) => file.AfterFindContent)),
).Component;
