import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { User } from '#schema/accounts/user.ts';
import { page } from '#web/lib/react/page.tsx';

// Until the code loads, an empty banner reserves the height so that the page layout does not shift.
const MemberBanner = page<{ user: User }>(
  () =>
    import('#web/frame/MemberBanner.tsx').then(
      (file) => file.MemberBanner,
      () => () => null,
    ),
  <div className="member-banner" />,
).Component;

/** Shows the banner at the top of `main` instead of above it so that `main` itself does not move when the banner appears. */
export function BannerPlace({ user }: { user: User }) {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.getElementById('main')?.prepend(place);
    return () => place.remove();
  }, [place]);
  return createPortal(<MemberBanner user={user} />, place);
}
