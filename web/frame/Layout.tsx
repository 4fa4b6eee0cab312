import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useUser } from '#web/features/accounts/session/session.ts';
import { LanguageOfferPlace } from '#web/frame/LanguageOfferPlace.tsx';
import { memberBar } from '#web/frame/member-bar.tsx';
import { RouteFocus } from '#web/frame/RouteFocus.tsx';
import { SiteFooter } from '#web/frame/SiteFooter.tsx';
import { SiteHeader } from '#web/frame/SiteHeader.tsx';
import { useIsHydrating } from '#web/lib/react/hydration.ts';

interface LayoutProps {
  isBare?: boolean;
  isForMembers?: boolean;
  children: ReactNode;
}

export function Layout({ isBare = false, isForMembers = false, children }: LayoutProps) {
  const { user } = useUser();
  const isHydrating = useIsHydrating();
  // Until the session is known (in prerendered HTML and offline), the route determines whether the member bar is shown.
  const hasMemberBar = !isBare && (isHydrating ? isForMembers : user !== null);
  return (
    <>
      <a className="skip-link" href="#main">
        {t`Skip to content`}
      </a>
      {!isBare && <SiteHeader />}
      {hasMemberBar && <memberBar.Component />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!isBare && <SiteFooter />}
      <RouteFocus />
      {!isBare && <LanguageOfferPlace />}
    </>
  );
}
