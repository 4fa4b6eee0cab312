import type { ReactNode } from 'react';
import { RouteFocus } from '#web/components/RouteFocus.tsx';
import { SiteFooter } from '#web/components/SiteFooter.tsx';
import { SiteHeader } from '#web/components/SiteHeader.tsx';

/** Header, the page, footer; with a way past the header for the keyboard. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <RouteFocus />
    </>
  );
}
