import { describe, expect, it } from 'vitest';
import { analyseText } from '../../src/text/analyse.ts';
import { MAX_TEXT_LENGTH, MAX_WORD_LENGTH, splitWords } from '../../src/text/words.ts';

const parts = (text: string) =>
  splitWords(text)
    .filter((word) => !word.whole)
    .map((word) => word.form);
const wholes = (text: string) =>
  splitWords(text)
    .filter((word) => word.whole)
    .map((word) => word.form);

describe('splitWords', () => {
  it.each([
    ['camelCase', ['camel', 'case']],
    ['HTTPServer', ['http', 'server']],
    ['parseHTTPSUrl', ['parse', 'https', 'url']],
    ['listURLs', ['list', 'urls']],
    ['snake_case_name', ['snake', 'case', 'name']],
    ['kebab-case', ['kebab', 'case']],
    ['dotted.path.name', ['dotted', 'path', 'name']],
    ['oauth2', ['oauth', '2']],
    ['getUserByID2', ['get', 'user', 'by', 'id', '2']],
    ["don't", ['don', 't']],
    ['  ', []],
    ['!?—…', []],
  ])('splits identifiers: %s', (text, expected) => {
    expect(parts(text)).toEqual(expected);
  });

  it('keeps a split word whole beside its parts', () => {
    expect(wholes('GitHub oauth2 plain')).toEqual(['github', 'oauth2']);
    expect(wholes('snake_case')).toEqual([]);
  });

  it.each([
    ['Café ÜBER', ['cafe', 'uber']],
    ['ﬁne ① ｆｕｌｌ', ['fine', '1', 'full']],
    ['Straße', ['strasse']],
    ['łódź Ørsted', ['lodz', 'orsted']],
    ['İstanbul', ['istanbul']],
    ['ΣΟΦΟΣ σοφός', ['σοφοσ', 'σοφοσ']],
    ['Ёлка', ['елка']],
    ['한국어', ['한국어']],
    ['हिन्दी में', ['हिन्दी', 'में']],
    ['שָׁלוֹם', ['שלום']],
    ['مُحَمَّد', ['محمد']],
  ])('folds case and accents: %s', (text, expected) => {
    expect(parts(text)).toEqual(expected);
  });

  it.each([
    ['天气预报查询', '天气'],
    ['東京タワーの天気を調べる', '天気'],
    ['これはペンです', 'ペン'],
    ['สวัสดีชาวโลก', 'โลก'],
    ['ພາສາລາວ', 'ພາສາ'],
    ['សួស្តីពិភពលោក', 'ពិភពលោក'],
    ['မင်္ဂလာပါကမ္ဘာ', 'ကမ္ဘာ'],
  ])('segments scripts without spaces: %s', (text, word) => {
    expect(parts(text)).toContain(word);
  });

  it('separates scripts that touch', () => {
    expect(parts('使用API查询')).toEqual(['使用', 'api', '查询']);
  });

  it('passes over words too long to be words, and what follows the longest text', () => {
    expect(parts(`${'x'.repeat(MAX_WORD_LENGTH)} ${'y'.repeat(MAX_WORD_LENGTH + 1)}`)).toEqual([
      'x'.repeat(MAX_WORD_LENGTH),
    ]);
    expect(parts(`${' '.repeat(MAX_TEXT_LENGTH)}after`)).toEqual([]);
  });
});

describe('analyseText', () => {
  it('stems English, and leaves other words and stop words as they are', () => {
    expect(analyseText('The bookings of hotels, booked')).toEqual([
      { form: 'bookings', stem: 'book', whole: false },
      { form: 'hotels', stem: 'hotel', whole: false },
      { form: 'booked', stem: 'book', whole: false },
    ]);
    expect(analyseText('погоды v2').map(({ stem }) => stem)).toEqual(['погоды', 'v', '2', 'v2']);
  });

  it('finds no words in punctuation or stop words', () => {
    expect(analyseText('... what is the of —')).toEqual([]);
  });

  it('survives text that names members of prototypes', () => {
    expect(analyseText('__proto__ constructor hasOwnProperty').map(({ form }) => form)).toContain(
      'constructor',
    );
  });
});
