import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { pagePatterns } from '#schema/routes.ts';
import { RouteFocus } from '#web/components/RouteFocus.tsx';
import { SiteFooter } from '#web/components/SiteFooter.tsx';
import { SiteHeader } from '#web/components/SiteHeader.tsx';

/** Header, the page, footer; with a way past the header for the keyboard. Administrators' pages go without header and footer. */
export function Layout({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const isAdminPage = /^\/admin\//i.test(path) && path.toLowerCase() !== pagePatterns.adminLogin;
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {!isAdminPage && <SiteHeader />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!isAdminPage && <SiteFooter />}
      <RouteFocus />
    </>
  );
}
