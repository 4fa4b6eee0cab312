import '#web/ui/states/empty-trail.css';

export function EmptyTrail() {
  return (
    <svg className="empty-trail" viewBox="0 0 220 130" aria-hidden="true" focusable="false">
      <path className="trail-ground" d="M8 112c30-16 58-20 92-12s70 6 112-10v32H8Z" />
      <path className="trail-hill" d="M14 104c22-40 44-52 62-26 12-30 38-44 60-6 10-12 24-14 40 14" />
      <path className="trail-path" d="M28 118c16-12 34-4 46-14s4-22 22-26 30 6 46-4" />
      <rect className="trail-card" x="146" y="46" width="46" height="32" rx="5" transform="rotate(-7 169 62)" />
      <path className="trail-cross" d="m162 55 14 12M175 54l-12 14" />
      <circle className="trail-start" cx="28" cy="118" r="4" />
    </svg>
  );
}
