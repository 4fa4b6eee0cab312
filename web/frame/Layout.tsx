import type { ReactNode } from 'react';
import { RouteFocus } from '#web/frame/RouteFocus.tsx';
import { SiteFooter } from '#web/frame/SiteFooter.tsx';
import { SiteHeader } from '#web/frame/SiteHeader.tsx';

interface LayoutProps {
  /** Without header and footer. */
  isBare?: boolean;
  children: ReactNode;
}

/** Header, the page, footer; with a way past the header for the keyboard. */
export function Layout({ isBare = false, children }: LayoutProps) {
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
      <RouteFocus />
    </>
  );
}
