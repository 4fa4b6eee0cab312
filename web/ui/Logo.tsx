export function LogoMark() {
  return (
    <svg className="logo-mark" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <rect className="logo-back" x="9" y="7" width="34" height="26" rx="5" transform="rotate(9 26 20)" />
      <rect className="logo-card" x="4" y="12" width="38" height="28" rx="5.5" />
      <path className="logo-trail" d="M10.5 33.5c6 1 7.5-3 6.5-6.5s1.5-7 6.5-6 4.5 2.5 6 1.5" />
      <path className="logo-x" d="m30 17 7 7m0-7-7 7" />
    </svg>
  );
}
