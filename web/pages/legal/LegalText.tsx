import type { ReactNode } from 'react';

export interface LegalSection {
  id: string;
  title: string;
  body: ReactNode;
}

/** Renders the legal text as plain HTML. The text is prerendered and never hydrated. */
export function LegalText({ sections }: { sections: LegalSection[] }) {
  return (
    <>
      <nav className="legal-contents" aria-labelledby="contents">
        <h2 id="contents">Contents</h2>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="stack gap-6 legal-sections">
        {sections.map(({ id, title, body }, index) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id} tabIndex={-1}>
              {index + 1}. {title}
            </h2>
            {body}
          </section>
        ))}
      </div>
    </>
  );
}
