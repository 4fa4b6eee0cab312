/** Detects single-script text as described in Unicode Technical Standard 39, section 5.1. */

/** Writing systems that combine several scripts: Japanese, Korean and Chinese. */
const augmentedScripts = [
  ['Hani', 'Hira', 'Kana'],
  ['Hani', 'Hang'],
  ['Hani', 'Bopo'],
];

/** ISO 15924 codes for every script in Unicode 17, most common first. */
const scripts = (
  'Latn Cyrl Arab Deva Grek Hebr Thai Armn Beng Geor Ethi Taml Telu Knda Mlym Gujr Guru Orya Sinh Mymr Khmr Laoo Tibt Thaa Hani Hira ' +
  'Kana Hang Bopo Adlm Aghb Ahom Armi Avst Bali Bamu Bass Batk Berf Bhks Brah Brai Bugi Buhd Cakm Cans Cari Cham Cher Chrs Copt Cpmn ' +
  'Cprt Diak Dogr Dsrt Dupl Egyp Elba Elym Gara Glag Gong Gonm Goth Gran Gukh Hano Hatr Hluw Hmng Hmnp Hung Ital Java Kali Kawi Khar ' +
  'Khoj Kits Krai Kthi Lana Lepc Limb Lina Linb Lisu Lyci Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Modi Mong Mroo Mtei Mult ' +
  'Nagm Nand Narb Nbat Newa Nkoo Nshu Ogam Olck Onao Orkh Osge Osma Ougr Palm Pauc Perm Phag Phli Phlp Phnx Plrd Prti Rjng Rohg Runr ' +
  'Samr Sarb Saur Sgnw Shaw Shrd Sidd Sidt Sind Sogd Sogo Sora Soyo Sund Sunu Sylo Syrc Tagb Takr Tale Talu Tang Tavt Tayo Tfng Tglg ' +
  'Tirh Tnsa Todr Tols Toto Tutg Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb'
).split(' ');

const writingSystems = [...scripts.map((script) => [script]), ...augmentedScripts];
const patterns = new Map<string, RegExp>();

/**
 * Whether all letters belong to one writing system. Characters without a script, such as digits and dots, are part of every writing system.
 */
export function hasSingleScript(text: string): boolean {
  return writingSystems.some((system) => patternOf(system).test(text));
}

/** Returns the pattern for text in a writing system. Compiles it on demand because most names only need the Latin one. */
function patternOf(system: readonly string[]): RegExp {
  const key = system.join();
  const pattern =
    patterns.get(key) ?? new RegExp(`^[${[...system, 'Zyyy', 'Zinh'].map((script) => `\\p{scx=${script}}`).join('')}]*$`, 'u');
  patterns.set(key, pattern);
  return pattern;
}
