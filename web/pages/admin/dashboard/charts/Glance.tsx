import { useId, useState } from 'react';
import '#web/pages/admin/dashboard/charts/charts.css';
import { page } from '#web/lib/page.tsx';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

const AtAGlance = page(
  () => import('#web/pages/admin/dashboard/charts/AtAGlance.tsx').then((file) => file.AtAGlance),
  <Skeleton height="18rem" />,
).Component;
const keptAs = 'adminGlance';

/** The charts, which can be folded away; how they were left is kept. They begin folded: tabs and lists come first. */
export function Glance() {
  const [isOpen, setOpen] = useState(wasOpen);
  const contentId = useId();

  function toggle() {
    try {
      localStorage.setItem(keptAs, isOpen ? 'closed' : 'open');
    } catch {
      // Then they begin as they did here.
    }
    setOpen(!isOpen);
  }

  return (
    <section className="sheet glance" aria-label="At a glance">
      <h2>
        <button type="button" className="glance-button" aria-expanded={isOpen} aria-controls={contentId} onClick={toggle}>
          At a glance
          <ChevronIcon />
        </button>
      </h2>
      <div id={contentId} className="glance-content" hidden={!isOpen}>
        {isOpen && <AtAGlance />}
      </div>
    </section>
  );
}

function wasOpen(): boolean {
  try {
    return localStorage.getItem(keptAs) === 'open';
  } catch {
    return false;
  }
}
