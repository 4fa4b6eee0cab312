import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { LanguageLinks } from '#web/frame/LanguageLinks.tsx';
import { paths } from '#web/lib/paths.ts';
import { LogoMark } from '#web/ui/Logo.tsx';

const columns = () =>
  [
    {
      title: t`Discover`,
      links: [
        [paths.about, t`About`],
        [paths.howItWorks, t`How It Works`],
        [paths.testimonials, t`Testimonials`],
      ],
    },
    {
      title: t`On the trail`,
      links: [
        [paths.faq, t`FAQ`],
        [paths.tips, t`Tips`],
        [paths.destinations, t`Destinations`],
      ],
    },
    {
      title: t`Members`,
      links: [
        [paths.dashboard(), t`Dashboard`],
        [paths.certificates, t`Certificates`],
        [paths.referrals, t`Referrals`],
      ],
    },
    {
      title: t`Good to know`,
      links: [
        [paths.privacy, t`Privacy`],
        [paths.terms, t`Terms`],
        [paths.contact, t`Contact`],
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
            <strong translate="no">Cache Cards</strong>
            <br />
            {t`Find cards, leave cards, travel. On the trail since 2023.`}
          </p>
        </div>
        <nav className="footer-links" aria-label={t`Footer`}>
          {columns().map(({ title, links }) => (
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
        <LanguageLinks />
      </div>
    </footer>
  );
}
