import type { ReactNode } from 'react';
import { useUser } from '#web/features/accounts/session/session.ts';
import { memberBar } from '#web/frame/member-bar.tsx';
import { RouteFocus } from '#web/frame/RouteFocus.tsx';
import { SiteFooter } from '#web/frame/SiteFooter.tsx';
import { SiteHeader } from '#web/frame/SiteHeader.tsx';
import { useIsHydrating } from '#web/lib/react/hydration.ts';

interface LayoutProps {
  /** Without header and footer. */
  isBare?: boolean;
  /** The page is for members alone. */
  isForMembers?: boolean;
  children: ReactNode;
}

/** Header, the page, footer, a member's bar; with a way past the header for the keyboard. */
export function Layout({ isBare = false, isForMembers = false, children }: LayoutProps) {
  const { user } = useUser();
  const isHydrating = useIsHydrating();
  // While it is unknown who is there it stands where a member may be: at first HTML, and without network.
  const hasMemberBar = !isBare && (isHydrating ? isForMembers : user !== null);
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {!isBare && <SiteHeader />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!isBare && <SiteFooter />}
      {hasMemberBar && <memberBar.Component />}
      <RouteFocus />
    </>
  );
}
