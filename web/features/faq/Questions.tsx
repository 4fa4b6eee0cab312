import { type Phrase, type Question, questions } from '#web/features/faq/questions.ts';
import { paths } from '#web/lib/paths.ts';
import { ChevronIcon } from '#web/ui/icons/shell-icons.tsx';

/** Browsers keep at most one `details` element with this name open. */
const detailsName = 'faq';

/** Shows the questions in native `details` elements, which work without JavaScript. */
export function Questions() {
  return questions.map((question) => <QuestionDetails key={question.id} {...question} />);
}

/** Puts the anchor inside the answer because browsers open a `details` element if it contains the link's target. */
function QuestionDetails({ id, question, answer }: Question) {
  return (
    <details name={detailsName} className="question">
      <summary>
        <h2>{question}</h2>
        <ChevronIcon />
      </summary>
      <div id={id} className="stack gap-3 answer" tabIndex={-1}>
        {answer.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change
          <p key={index}>{paragraph.map(renderPhrase)}</p>
        ))}
        <p className="small">
          <a href={`${paths.faq}#${id}`}>Link to this answer</a>
        </p>
      </div>
    </details>
  );
}

function renderPhrase(phrase: Phrase) {
  if (typeof phrase === 'string') return phrase;
  return (
    <a key={phrase.to} href={phrase.to}>
      {phrase.text}
    </a>
  );
}
