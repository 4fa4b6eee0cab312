import { useEffect, useRef, useState } from 'react';
import type { User } from '#schema/accounts/user.ts';
import { useCertificates } from '#web/features/certificates/certificates-api.ts';
import { ChestNotice, hasNewChest } from '#web/features/chests/ChestNotice.tsx';
import { canHaveEarnings, useEarnings } from '#web/features/referrals/earnings.ts';
import { useFinds } from '#web/features/scans/finds/finds-api.ts';
import { page } from '#web/lib/react/page.tsx';
import { ThanksNotice } from '#web/pages/dashboard/ThanksNotice.tsx';

// Notices about the member's certificates and trips. Loaded only for members who have a certificate.
const TripNotices = page(() => import('#web/features/certificates/trip/TripNotices.tsx').then((file) => file.TripNotices)).Component;

/** Storage key for the height in pixels that the notices had on the last visit. */
const heightKey = 'trip_notices_height';

function readHeight(): number {
  try {
    return Number(localStorage.getItem(heightKey));
  } catch {
    return 0;
  }
}

function storeHeight(area: HTMLElement | null): void {
  const last = area?.lastElementChild?.getBoundingClientRect();
  const height = area && last ? last.bottom - area.getBoundingClientRect().top : 0;
  try {
    localStorage.setItem(heightKey, String(height));
  } catch {
    // If storage is unavailable, the notices push the page down on the next visit too.
  }
}

/**
 * Leads to what is next for the member's certificates, to owners' thanks and to a new chest. Until they load, keeps the height of the last
 * visit free.
 */
export function DashboardNotices({ user }: { user: User }) {
  const { data: certificates } = useCertificates();
  const { data: earnings } = useEarnings(user);
  const { data: finds } = useFinds().query;
  const thanks = finds?.[0]?.newThanks;
  const [lastHeight] = useState(readHeight);
  const area = useRef<HTMLDivElement>(null);
  const measure = () => storeHeight(area.current);
  const hasLoaded = certificates !== undefined && finds !== undefined && (earnings !== undefined || !canHaveEarnings(user));
  useEffect(() => {
    if (hasLoaded) measure();
  });
  return (
    <div ref={area} className={lastHeight === 0 ? 'notices-unless-empty' : undefined} style={{ minHeight: lastHeight }}>
      {certificates !== undefined && certificates.length > 0 && <TripNotices certificates={certificates} onRender={measure} />}
      {thanks && <ThanksNotice thanks={thanks} />}
      {earnings && hasNewChest(earnings.treasureChests) && <ChestNotice memberId={user.id} openedMonth={earnings.openedChestMonth} />}
    </div>
  );
}
