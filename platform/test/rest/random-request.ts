import fc from 'fast-check'

/** A random request: mostly valid by the grammar, sometimes nearly. */
export type RandomRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

const TABLES = [
  'films',
  'directors',
  'actors',
  'parts',
  'reviews',
  'critics',
  'halls',
  'screenings',
  'posters',
  'notes',
  'counters',
  'film_list',
  'long_films',
  'genre_counts',
  'tickets',
  'numbers',
  'forbidden',
  'diary',
  'nothing',
]
const COLUMNS = [
  'id',
  'title',
  'name',
  'director_id',
  'minutes',
  'stars',
  'genre',
  'details',
  'tags',
  'showing',
  'words',
  'is_classic',
  'seen_at',
  'full_title',
  'points',
  'chain',
  'number',
  'value',
  'nothing',
  '*',
]
const EMBEDS = [
  'films',
  'directors',
  'actors',
  'parts',
  'reviews',
  'critics',
  'posters',
  'halls',
  'screenings',
  'newest_film',
  'colleagues',
  'director_id',
  'sequel_of',
  'film_list',
  'nothing',
]
const OPERATORS = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'is',
  'in',
  'isdistinct',
  'fts',
  'plfts',
  'phfts',
  'wfts',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
  'nope',
  'fts(english)',
  'eq(any)',
  'like(all)',
]
const FUNCTIONS = [
  'add_up',
  'greet',
  'join_words',
  'films_longer_than',
  'one_film',
  'all_titles',
  'extremes',
  'title_table',
  'do_nothing',
  'no_value',
  'echo_json',
  'echo_text',
  'which',
  'unclear',
  'nothing',
]

const pick = (...from: string[]) => fc.constantFrom(...from)

const scalar = fc.oneof(
  {
    weight: 6,
    arbitrary: pick(
      '1',
      '2',
      '0',
      '-1',
      'Clay',
      'Harbour*',
      'null',
      'true',
      'drama',
      '2020-01-01',
      '{sea}',
      '{1,2}',
      '{"lang":"en"}',
      '[2020-01-01,2020-02-01)',
      '(1,2,3)',
      '("a","b")',
      '',
      'boat & sea',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: 'binary' }) },
)

const jsonPath = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: pick('->lang', '->>lang', '->size->>w', '->cast->0', '->>-1', '->') },
)

const column = fc.tuple(pick(...COLUMNS), jsonPath).map((parts) => parts.join(''))

const operation = fc
  .tuple(fc.constantFrom('', '', '', 'not.'), pick(...OPERATORS), scalar)
  .map(([not, operator, value]) => `${not}${operator}.${value}`)

const field = fc
  .tuple(
    fc.constantFrom('', '', '', 'other:', '"quo:ted":'),
    column,
    fc.constantFrom('', '', '', '', '::text', '::int', '::nothing', '.sum()', '.max()', '.count()'),
  )
  .map((parts) => parts.join(''))

const { select } = fc.letrec<{ select: string; item: string; embed: string }>((tie) => ({
  select: fc.array(tie('item'), { minLength: 0, maxLength: 4 }).map((items) => items.join(',')),
  item: fc.oneof(
    { weight: 5, arbitrary: field },
    { weight: 1, arbitrary: fc.constant('count()') },
    { weight: 3, arbitrary: tie('embed') },
  ),
  embed: fc
    .tuple(
      fc.constantFrom('', '', '...', 'as:'),
      pick(...EMBEDS),
      fc.constantFrom('', '', '', '!inner', '!left', '!reviews_author_fkey', '!author_id!inner'),
      fc.oneof({ depthSize: 'small', maxDepth: 3, withCrossShrink: true }, field, tie('select')),
    )
    .map(([before, name, words, inner]) => `${before}${name}${words}(${inner})`),
}))

const { tree } = fc.letrec<{ tree: string; branch: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.tuple(column, operation).map((parts) => parts.join('.')),
    tie('branch'),
  ),
  branch: fc
    .tuple(
      fc.constantFrom('and', 'or', 'not.and', 'nor'),
      fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    )
    .map(([operator, parts]) => `${operator}(${parts.join(',')})`),
}))

const order = fc
  .array(
    fc
      .tuple(
        fc.oneof(column, pick('directors(name)', 'films(id)')),
        fc.constantFrom('', '.asc', '.desc', '.up'),
        fc.constantFrom('', '.nullsfirst', '.nullslast'),
      )
      .map((parts) => parts.join('')),
    { minLength: 1, maxLength: 2 },
  )
  .map((terms) => terms.join(','))

const level = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: pick(...EMBEDS).map((name) => `${name}.`) },
)

const parameter = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('select'), select) },
  {
    weight: 5,
    arbitrary: fc.tuple(
      fc.tuple(level, column).map((parts) => parts.join('')),
      operation,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.tuple(level, pick('or', 'and', 'not.or')).map((parts) => parts.join('')),
      fc.array(tree, { minLength: 1, maxLength: 3 }).map((parts) => `(${parts.join(',')})`),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      level.map((at) => `${at}order`),
      order,
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(
      level.map((at) => `${at}limit`),
      pick('0', '1', '2', '-1', 'x', '99999999999999999999'),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      level.map((at) => `${at}offset`),
      pick('0', '1', '9', '-1'),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      pick('columns', 'on_conflict'),
      pick('id', 'name,value', 'nothing', '"a b"', ''),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(pick('a', 'b', 'name', 'above', 'words', 'film_id'), scalar) },
)

const headers = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constant({}) },
      {
        weight: 2,
        arbitrary: fc
          .constantFrom(
            'application/json',
            'text/csv',
            'application/vnd.pgrst.object+json',
            'application/vnd.pgrst.array+json;nulls=stripped',
            'text/html',
          )
          .map((accept) => ({ accept })),
      },
    ),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant({}) },
      {
        weight: 2,
        arbitrary: fc
          .array(
            pick(
              'return=representation',
              'return=headers-only',
              'count=exact',
              'count=planned',
              'count=estimated',
              'resolution=merge-duplicates',
              'resolution=ignore-duplicates',
              'missing=default',
              'handling=strict',
              'max-affected=1',
              'timezone=UTC',
              'nonsense',
            ),
            { minLength: 1, maxLength: 4 },
          )
          .map((preferences) => ({ prefer: preferences.join(', ') })),
      },
    ),
    fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: pick('0-1', '2-', '5-1', 'x').map((range) => ({ range })) },
    ),
  )
  .map((parts) => Object.assign({}, ...parts) as Record<string, string>)

const row = fc.dictionary(
  pick(
    'id',
    'name',
    'title',
    'minutes',
    'value',
    'label',
    'details',
    'tags',
    'topic',
    'a',
    'b',
    'nothing',
  ),
  fc.oneof(
    fc.integer({ min: -5, max: 300 }),
    scalar,
    fc.constant(null),
    fc.boolean(),
    fc.jsonValue({ maxDepth: 2 }),
  ),
  { maxKeys: 4 },
)

const body = fc.oneof(
  { weight: 5, arbitrary: row.map((one) => JSON.stringify(one)) },
  { weight: 2, arbitrary: fc.array(row, { maxLength: 3 }).map((rows) => JSON.stringify(rows)) },
  { weight: 1, arbitrary: fc.oneof(fc.string({ maxLength: 10 }), fc.constant('')) },
)

const target = fc.oneof(
  { weight: 4, arbitrary: pick(...TABLES).map((table) => `/${table}`) },
  { weight: 1, arbitrary: pick(...FUNCTIONS).map((name) => `/rpc/${name}`) },
)

export const randomRequest: fc.Arbitrary<RandomRequest> = fc
  .record({
    method: fc.oneof(
      { weight: 8, arbitrary: fc.constant('GET') },
      { weight: 5, arbitrary: pick('POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS') },
    ),
    target,
    parameters: fc.array(parameter, { maxLength: 5 }),
    headers,
    body,
  })
  .map(({ method, target: path, parameters, headers: asked, body: sent }) => {
    const hasBody = method === 'POST' || method === 'PATCH' || method === 'PUT'
    const query = parameters.map(
      ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    )

    return {
      method,
      path: query.length === 0 ? path : `${path}?${query.join('&')}`,
      headers: hasBody ? { 'content-type': 'application/json', ...asked } : asked,
      body: hasBody ? sent : undefined,
    }
  })
