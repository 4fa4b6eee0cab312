import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { LogoMark } from '#web/ui/Logo.tsx';

const columns = [
  {
    title: 'Discover',
    links: [
      [paths.about, 'About'],
      [paths.howItWorks, 'How It Works'],
      [paths.testimonials, 'Testimonials'],
    ],
  },
  {
    title: 'On the trail',
    links: [
      [paths.faq, 'FAQ'],
      [paths.tips, 'Tips'],
      [paths.destinations, 'Destinations'],
    ],
  },
  {
    title: 'Members',
    links: [
      [paths.dashboard(), 'Dashboard'],
      [paths.certificates, 'Certificates'],
      [paths.referrals, 'Referrals'],
    ],
  },
  {
    title: 'Good to know',
    links: [
      [paths.privacy, 'Privacy'],
      [paths.terms, 'Terms'],
      [paths.contact, 'Contact'],
    ],
  },
] as const;

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
        <nav className="footer-links" aria-label="Footer">
          {columns.map(({ title, links }) => (
            <div key={title}>
              <p className="footer-title">{title}</p>
              <ul>
                {links.map(([href, label]) => (
                  <li key={href}>
                    <Link href={href}>{label}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
}
