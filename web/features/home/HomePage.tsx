import '#web/features/home/home.css';
import { Hero } from '#web/features/home/Hero.tsx';
import { HowItWorks } from '#web/features/home/HowItWorks.tsx';
import { Memberships } from '#web/features/home/Memberships.tsx';
import { siteTitle, useDocumentTitle } from '#web/lib/document-title.ts';
import { useUser } from '#web/lib/session.ts';

/** The front door: what this is, how it works, what it costs. */
export function HomePage() {
  useDocumentTitle(siteTitle);
  const { user } = useUser();
  return (
    <div className="home">
      <Hero user={user} />
      <HowItWorks />
      <Memberships user={user} />
    </div>
  );
}
