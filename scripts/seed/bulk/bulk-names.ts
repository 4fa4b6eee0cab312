import { nameKey } from '#worker/domain/accounts/search-keys.ts';

const firstNames = `
  Anna Åsa Zoë José François Jürgen Łukasz Þóra Николай Ольга Олександр Νίκος Ελένη 太郎 花子 伟 小明 민준 서연 محمد فاطمة דוד
  अर्जुन สมชาย Ngọc İlker Oluwaseun Thandiwe Mary-Jane Chidi Bo Siobhán Gwen
  Amelia Bruno Camille Dmitri Eero Fiona Giulia Hassan Ines Jakub Keiko Lars Malik Noor Otto Petra Quentin Rosa Sanna Tomás Uma Viktor
`
  .trim()
  .split(/\s+/);
const lastNames = `
  Schmidt, Öberg, de la Cruz, García, Müller, Nowak, Jónsdóttir, Петров, Іваненко, Παπαδόπουλος, 山田, 佐藤, 王, 李, 김, 박,
  Baker, Costa, Dubois, Eriksson, Ferrari, Gonzalez, Haas, Ivanov, Jansen, Kowalski, Lindqvist, Moreau, Novák, Okafor, Pereira, Rossi, Silva,
  الحسن, כהן, शर्मा, ใจดี, Nguyễn, Şahin, Adeyemi, Dlamini, O'Brien, Smith-Jones, van den Berg, Li, Ødegaard
`
  .trim()
  .split(/,\s+/);

const formatJsonArray = (names: string[]) => `'${JSON.stringify(names).replaceAll("'", "''")}'`;

const firstOf = (names: string[], n: string) => `json_extract(${formatJsonArray(names)}, '$[' || ((${n}) % ${names.length}) || ']')`;
const lastOf = (names: string[], n: string) => `json_extract(${formatJsonArray(names)}, '$[' || ((${n}) * 7 % ${names.length}) || ']')`;

export const firstNameSql = (n: string) => firstOf(firstNames, n);
export const firstNameKeySql = (n: string) => firstOf(firstNames.map(nameKey), n);

/** SQL expression for the last name of row `n`. First and last names repeat at different intervals, which gives many combinations. */
export const lastNameSql = (n: string) => lastOf(lastNames, n);
export const lastNameKeySql = (n: string) => lastOf(lastNames.map(nameKey), n);

export const pickTextSql = (n: string, choices: string[]) =>
  `json_extract(${formatJsonArray(choices)}, '$[' || ((${n}) % ${choices.length}) || ']')`;
