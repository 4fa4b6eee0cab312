import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { Traveler } from '#schema/stays/stay.ts';
import { personKeys } from '#worker/domain/stays/person.ts';

const birthDate = '1984-02-29';

const sameName: [rule: string, names: string[]][] = [
  ['name order', ['Anna Maria Lopez', 'LOPEZ, Anna Maria', 'lopez maria anna']],
  ['diacritics, composed or not', ['José Núñez', 'Jose Nunez', 'Jose\u0301 Nun\u0303ez', 'Jose\u1dc4 Nun\u20dd\u0488ez']],
  ['initials', ['John A. Smith', 'John Smith', 'J. John Smith', 'John A B Smith']],
  ['hyphens and spaces', ['Jean-Luc Picard', 'Jean Luc Picard', 'JeanLuc Picard', 'Jean\u2011Luc\u00a0Picard', ' Jean  Luc\tPicard ']],
  ['spaces within a given name', ['Li Xiao Ming', 'Li Xiaoming', 'Xiao-Ming Li']],
  ['umlauts', ['Jürgen Müller', 'Juergen Mueller', 'Jurgen Muller', 'JÜRGEN MÜLLER', 'Ju\u0308rgen Müller']],
  ['the letter å', ['Ångström', 'Aangstrom', 'Angstrom', 'Aangstroem', '\u212bngström']],
  ['the letter ß', ['Groß', 'GROSS', 'Gro\u1e9e']],
  ['ligatures', ['Æsir Œuvre', 'Aesir Oeuvre', 'ǼSIR œuvre']],
  ['letters that do not decompose', ['Łukasz Đorđe Sørensen', 'Lukasz Dorde Sorensen', 'łukasz đorđe soerensen']],
  ['Icelandic letters', ['Þór Guðrún', 'Thor Gudrun', 'THOR GUDRUN']],
  ['the Turkish i', ['Işıl İnci', 'Isil Inci', 'IŞIL İNCİ', 'ışıl inci']],
  ['apostrophes', ["Conan O'Brien", 'Conan O’Brien', 'Conan OBrien', 'CONAN Oʼbrien', 'Conan O´Brien']],
  ['the Hawaiian ʻokina', ['Kaʻahumanu', 'Kaahumanu']],
  ['suffixes', ['John Smith', 'John Smith Jr.', 'John Smith, Jr', 'John Smith III', 'John Smith Ⅲ', 'John Smith Sr', 'John Smith IV']],
  [
    'titles of other countries',
    ['Anna Muster', 'Miss Anna Muster', 'Frau Anna Muster', 'Fräulein Anna Muster', 'Mme Anna Muster', 'Señora Anna Muster'],
  ],
  ['titles that are also family names', ['John Smith', 'Sir John Smith', 'Herr John Smith', 'Lord John Smith']],
  ['titles', ['John Smith', 'Dr. John Smith', 'Mr John Smith', 'Prof. Dr. John Smith', 'Mrs. John Smith', 'Ms John Smith']],
  ['Cyrillic', ['Пётр Ильич', 'Петр Ильич', 'ИЛЬИЧ ПЕТР', 'Пе\u0308тр Ильич', 'Пётр И. Ильич']],
  ['Greek', ['Νίκος Παπάς', 'ΝΙΚΟΣ ΠΑΠΑΣ', 'Παπας-Νικος', 'Νικοσ Παπασ']],
  ['full-width letters', ['Ｊｏｈｎ　Ｓｍｉｔｈ', 'John Smith']],
  ['half-width kana', ['ﾀﾞﾃ ﾏｻﾑﾈ', 'ダテ マサムネ', 'マサムネ・ダテ']],
  ['Arabic vowel marks and stretched letters', ['مُحَمَّد أَحْمَد', 'محمد أحمد', 'محمد احمد', 'محـــمد احمد']],
  ['Persian letters', ['علی کریمی', 'علي كريمي']],
  ['Hebrew points', ['דָּוִד כֹּהֵן', 'דוד כהן', 'כהן דוד']],
  ['Han with or without a space', ['山田 太郎', '山田太郎', '山田　太郎', '太郎 山田', '山田・太郎']],
  ['Hangul, composed or not', ['김 민준', '김민준', '김민준'.normalize('NFD')]],
  ['format characters', ['John Smith', 'Jo\u00adhn Sm\u200bith', '\u202eJohn Smith\u202c', '\ufeffJohn Smith']],
  ['a single name', ['Suharto', 'SUHARTO', 'Suharto Jr.']],
  ['look-alike letters of other scripts', ['Ada Traveler', '\u0410da Traveler', 'Ad\u0430 Traveler', 'Ada Tr\u0251veler']],
  [
    'look-alike letters in a spelled-out umlaut, a title or a particle',
    ['Anna Mueller', 'Anna Mu\u0435ller', 'D\u0433. Anna Mueller', '\u13a0\u0433 Anna Mueller'],
  ],
  ['letters with a stroke', ['Bill Smith', 'Bill Sm\u0268th', 'B\u0268ll Smith', 'Bi\u019al Smith']],
  ['left-out given names', ['Anna Maria Schmidt', 'Anna Schmidt', 'Schmidt Maria', 'Anna M. Schmidt', 'AnnaSchmidt']],
  ['more names than are compared', ['Ana B. Clara Dora Eva Fay Gia Silva', 'Ana Silva', 'Silva Clara', 'Gia Ana']],
  ['words within a family name', ['Anna van der Berg', 'Anna Berg', 'van der Berg, Anna', 'vanderBerg Anna']],
  ['a family name that is elsewhere only part of one', ['Do Minh Anh', 'Do Anh', 'Minh Do']],
  ['digits and modifier letters', ['Ada Traveler', 'Ada Traveler 2', 'Ada\u02d1 Traveler']],
  ['an initial instead of a name', ['Quentin Adam Zabrowski', 'Q. Zabrowski', 'ZABROWSKI, Q A', 'Quentin Z.', 'Q. Adam']],
  ['an initial M', ['Mia Zabrowski', 'M. Zabrowski', 'M Zabrowski']],
  ['one of the names alone', ['Quentin Zabrowski', 'Quentin', 'Zabrowski', 'Dr. Zabrowski Jr.', 'de Zabrowski', 'Quentin Quentin']],
  ['names without a space between them', ['Anna Maria Lopez', 'AnnaMaria Lopez', 'AnnaMariaLopez', 'Lopez AnnaMaria', 'AnnaLopez']],
  ['one of the names alone in other scripts', ['山 太', '山', '太']],
  ['one name typed twice', ['Anna Meyer', 'Anna Anna']],
  [
    'an apostrophe typed as a space or period',
    ["Conor O'Neill", 'Conor O Neill', 'Conor O. Neill', 'O-Neill, Conor', 'Conor James ONeill'],
  ],
  ['a prefix of one letter', ["Émile N'Diaye", 'Emile N Diaye', 'Emile Ndiaye', 'NDIAYE E\u0301mile', 'Emile Jean N. Diaye']],
  [
    'words within a family name that are written as one, without a given name',
    ['Anna Maria van der Berg', 'Anna Vanderberg', 'VANDERBERG Maria'],
  ],
  ['Mc with and without a space', ['Anna Maria Mc Donald', 'Anna McDonald', 'Maria Mcdonald']],
  ['a prefix of one letter and an umlaut', ["Runa O'Einar", 'Runa O Einar']],
  ['đ in the passports of Serbia and Croatia', ['Đorđe Đorđević', 'Djordje Djordjevic', 'Dorde Dordevic', 'DJORDJEVIĆ, Dorde']],
  ['ü in the passports of China', ['Lü Xiaoming', 'Lyu Xiaoming', 'Lu Xiaoming', 'LV XIAOMING', 'Luexiaoming', 'Lue Xiaoming']],
  ['ə in the passports of Azerbaijan', ['Əli Məmmədov', 'Ali Mammadov']],
  ['the Catalan l with a dot', ['Marc Vila Coŀlell', 'Marc Col·lell', 'Marc Collell', 'Vila Collell']],
];

const otherNames: [name: string, other: string][] = [
  ['Anna Meyer', 'Hanna Meyer'],
  ['John Smith', 'Joan Smith'],
  ['J R', 'J T'],
  ['Mr', 'Dr'],
  ['محمد احمد', 'محمود احمد'],
  ['रीना शर्मा', 'रानी शर्मा'],
  ['ダテ', 'タテ'],
  ['สมชาย', 'สมชัย'],
  ['Aidan Reed', 'Nadia Reed'],
  ['Daniel Reed', 'Denial Reed'],
  ['J. Ada Smith', 'J. Bob Smith'],
  ['Quentin Zabrowski', 'Quincy Zabrowski'],
  ['Quentin Zabrowski', 'Q. Kowalski'],
  ['Sukarno', 'Suharto'],
  ['Anna Schmidt', 'Maria Schmidt'],
  ['Anna Maria Schmidt', 'Eva Lena Schmidt'],
  ['Ana de la Cruz', 'Eva de la Cruz'],
  ['Maria da Silva', 'João da Silva'],
  ['Lê Thị Hoa', 'Lê Thị Lan'],
  ["Anna O'Neill", "Eva O'Neill"],
];

const isSamePerson = (name: string, other: string, dates: readonly [string, string] = [birthDate, birthDate]) => {
  const [keys, otherKeys] = [personKeys(name, dates[0]), personKeys(other, dates[1])];
  const overlap = (some: readonly string[], others: readonly string[]) => some.some((key) => others.includes(key));
  return overlap(keys.own, otherKeys.own) || overlap(keys.own, otherKeys.parts) || overlap(keys.parts, otherKeys.own);
};

describe('the same person', () => {
  test.each(sameName)('%s', (_, [first = '', ...others]) => {
    expect(others.filter((name) => !isSamePerson(first, name))).toEqual([]);
  });
});

test.each(otherNames)('%s and %s are different people', (name, other) => {
  expect(isSamePerson(name, other)).toBe(false);
});

test('the birth date distinguishes people with the same name', () => {
  const [keys, others] = ['1990-01-01', '1990-01-02'].map((date) => Object.values(personKeys('Ana Silva', date)).flat());
  expect(others?.filter((key) => keys?.includes(key))).toEqual([]);
});

test.each([
  ['Ana Silva', '1990-03-12', '1990-12-03', true],
  ['Ana Maria Silva', '1990-12-03', '1990-03-12', true],
  ['Ana Silva', '1990-03-12', '1991-12-03', false],
  ['Ana Silva', '1990-03-13', '1990-12-03', false],
])('%s, born on %s or, with day and month swapped, on %s, is one person: %s', (name, date, other, isSame) => {
  expect(isSamePerson(name, 'Ana Silva', [date, other])).toBe(isSame);
});

test('the first two keys ignore the other spellings and a swapped date, so that they stay as stored', () => {
  const stored = personKeys('Ana Silva', '1990-03-12').own.slice(0, 2);
  expect(stored.map((key) => key.slice(-10))).toEqual(['1990-03-12', '1990-03-12']);
  expect(personKeys('Conor O Neill', birthDate).own.slice(0, 2)).toEqual(personKeys('Conor Neill', birthDate).own.slice(0, 2));
});

test('a name of two words has four keys, and a name of ten has 23', () => {
  const countKeys = (name: string) => Object.values(personKeys(name, birthDate)).flat().length;
  expect(countKeys('Ana Silva')).toBe(4);
  expect(countKeys([...'abcdefghij'].map((letter) => letter.repeat(3)).join(' '))).toBe(23);
});

const isAccepted = (fullName: string) => v.safeParse(Traveler.entries.fullName, fullName).success;

test('a traveler’s name has only letters whose keys are those of A to Z', () => {
  const letters = Array.from({ length: 0x2_0000 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
    /[\p{L}\p{M}\p{S}]/u.test(letter),
  );
  const accepted = letters.filter((letter) => isAccepted(`Zoe Br${letter}wn`));
  expect(accepted.filter((letter) => !/^[a-z ]+ $/.test(personKeys(`Zoe Br${letter}wn`, '').own[1]))).toEqual([]);
  expect(accepted).toEqual(expect.arrayContaining([...'AzÅñőŁđþÆœəıßẞŋħŧØĿỚẶＡ']));
  expect([...'ʍꞇȷⱨꝚꟺⱾͦ|∫€₩жλ🅹'].filter((letter) => accepted.includes(letter))).toEqual([]);
});

test.each([
  'Conor O’Neill',
  'Smith-Jones, John A. Jr.',
  'Raj s/o Kumar',
  'Tan Ah Kow (Chen Yagao)',
  'Kaʻahumanu',
  'Gal·la Puig',
  'Ｙａｍａｄａ　Ｔａｒｏ',
])('a traveler can be called %s', (name) => {
  expect(isAccepted(name)).toBe(true);
});

test('letters alone make a name, and so do titles alone', () => {
  expect(personKeys('J. R.', birthDate).own[1]).toBe(`j r ${birthDate}`);
  expect(personKeys('Dr. J', birthDate).own[1]).toBe(`j ${birthDate}`);
  expect(personKeys('Dr', birthDate).own[1]).toBe(`dr ${birthDate}`);
});
