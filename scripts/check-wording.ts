/**
 * `npm run check:wording`: rejects unidiomatic phrases that this project once used (style guide: docs/CONTRIBUTING.md). Checks all text,
 * including code and the individual words in identifiers.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dialect: [RegExp, string][] = [
  [/\banew\b/i, 'again'],
  [/\b(?:let back|told (?:for|of)|untold|unproved)\b/i, 'reinstate, announced, unverified'],
  [/\b(?:thereby|hereof|whereof)\b/i, 'so that, of it'],
  [/\bbeside\b/i, 'next to, with'],
  [/\bso many\b/i, 'the number of'],
  [/\bof (?:now|then|ours|theirs)\b/i, 'current, then-current, our, their'],
  [/\b(?:goes|go|went) along\b/i, 'also affected'],
  [/\bthere (?:is|are|was) no such\b/i, 'unknown'],
  [/\b(?:is|are|was|were|be|been|being|not|gets?) told\b/i, 'receives, sees, is notified'],
  [/(?<!can’t |cannot )\btells? (?:who|whom|what|which|whether|nobody|everybody|of)\b/i, 'shows, returns, includes'],
  [/\b(?:stands|stood) (?:there|here|for itself|at|open|still)\b/i, 'is, is stored'],
  [/\b(?:by|for|of|from|to|with|lets?|shows?|only) who (?:has|have|had|is|are|was|were|does|did|may|can|owns?|left)\b/i, 'members who'],
  [/\b(?:given back|gives? back|went back)\b/i, 'returned, refunded'],
  [/\blook(?:s|ed)? (?:through|again)\b/i, 'scan, read, stale'],
  [/\bin vain\b/i, 'without result, missed'],
  [/\bwhat (?:is|was) (?:told|kept|due)\b/i, 'the notice, the stored value, the amount due'],
  [/\bsomebody was quicker\b/i, 'concurrent update'],
  [/\bas a rule\b/i, 'usually'],
  [/\bmakes? sure of\b/i, 'checks'],
];

/** Text in which a rejected phrase is allowed: quotations, and identifiers used in stored data. */
const allowed = [
  'as a rule within two working days',
  'renewalToldFor',
  'renewal_told_for',
  'renewal_untold',
  'cards_made_anew',
  'let_back',
];

const examinedFiles = /\.(?:ts|tsx|mjs|css|sql|md|html|toml|json|jsonc)$/;
const excludedFiles =
  /^(?:package-lock\.json|migrations\/meta\/|web\/public\/|tests\/fixtures\/|web\/features\/accounts\/account\/security\/suggested-words\.json|scripts\/check-wording\.ts|tests\/unit\/project\/wording)/;

export function findProblems(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const remainingText = splitNames(allowed.reduce((remainder, phrase) => remainder.replaceAll(phrase, ''), line));
    return dialect.flatMap(([pattern, instead]) => {
      const [phrase] = pattern.exec(remainingText) ?? [];
      return phrase === undefined ? [] : [`${path}:${index + 1}: "${phrase}". Write: ${instead}.`];
    });
  });
}

/** Splits camelCase and snake_case names into words. */
function splitNames(line: string): string {
  return line.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Za-z\d])_(?=[A-Za-z\d])/g, ' ');
}

function filesToExamine(): string[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).split('\n');
  return files.filter((file) => examinedFiles.test(file) && !excludedFiles.test(file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = filesToExamine();
  const problems = files.flatMap((file) => findProblems(file, readFileSync(file, 'utf8')));
  console.log(problems.length > 0 ? problems.join('\n') : `No dialect in ${files.length} files`);
  if (problems.length > 0) process.exit(1);
}
