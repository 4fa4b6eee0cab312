/** Where members upgrade: the dashboard with its upgrade dialog open. */
import { paths } from '#web/lib/paths.ts';

/** The dashboard's address that opens the dialog at a tier. */
export function upgradePath(tier: 'basic' | 'premium'): string {
  return `${paths.dashboard()}?upgrade=${tier}`;
}
