import { paths } from '#web/lib/paths.ts';

export function upgradePath(tier: 'basic' | 'premium'): string {
  return `${paths.dashboard()}?upgrade=${tier}`;
}
