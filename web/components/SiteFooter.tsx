import { Link } from 'wouter';
import { LogoMark } from '#web/components/Logo.tsx';
import { paths } from '#web/paths.ts';

/** The end of every page. */
export function SiteFooter() {
  return (
    <footer className="site-footer">
      <div className="site-footer-inner">
        <div className="footer-brand">
          <LogoMark />
          <p>
            <strong>Cache Cards</strong>
            <br />
            Find cards, leave cards, travel. On the trail since 2023.
          </p>
        </div>
        <nav aria-label="Footer">
          <Link href={paths.dashboard()}>Dashboard</Link>
          <Link href={paths.referrals}>Referrals</Link>
          <Link href={paths.certificates}>Certificates</Link>
        </nav>
      </div>
    </footer>
  );
}
