import { expect, test } from 'vitest'
import { useCatalog } from './rest-server.ts'

const { ask, serveWith } = useCatalog()

const rows = async (path: string) => (await ask(path)).body

test.each([
  ['all rows', '/films?select=count()', [{ count: 5 }]],
  ['those that pass a filter', '/films?select=count()&minutes=gt.90', [{ count: 3 }]],
  [
    'every function',
    '/films?select=minutes.sum(),minutes.min(),minutes.max(),minutes.count()&genre=eq.drama',
    [{ sum: 216, min: 95, max: 121, count: 2 }],
  ],
  ['an average with a cast', '/films?select=minutes.avg()::integer&genre=eq.drama', [{ avg: 108 }]],
  ['an alias', '/films?select=total:minutes.sum()&id=lt.3', [{ total: 216 }]],
  [
    'groups',
    '/films?select=genre,count(),minutes.sum()&genre=not.is.null&order=genre',
    [
      { genre: 'drama', count: 2, sum: 216 },
      { genre: 'comedy', count: 1, sum: 88 },
      { genre: 'documentary', count: 1, sum: 140 },
    ],
  ],
  [
    'groups by a path',
    '/films?select=details->>lang,count()&details->>lang=not.is.null&order=details->>lang',
    [
      { lang: 'en', count: 2 },
      { lang: 'es', count: 1 },
    ],
  ],
  ['a cast before it', '/films?select=details->size->>w::integer.sum()', [{ sum: 4 }]],
  [
    'inside an embed',
    '/directors?select=id,films(count(),minutes.sum())&order=id',
    [
      { id: 1, films: [{ count: 2, sum: 216 }] },
      { id: 2, films: [{ count: 2, sum: 228 }] },
      { id: 3, films: [{ count: 0, sum: null }] },
    ],
  ],
  [
    'by an embed',
    '/films?select=minutes.sum(),directors(name)&director_id=eq.1',
    [{ sum: 216, directors: { name: 'Ada Lind' } }],
  ],
  [
    'through a spread to one',
    '/films?select=genre,...directors(born.min())&genre=eq.drama',
    [{ genre: 'drama', min: '1950-05-01' }],
  ],
  [
    'counting through a spread',
    '/films?select=genre,...directors(count())&genre=eq.drama',
    [{ genre: 'drama', count: 2 }],
  ],
  [
    'through two spreads',
    '/screenings?select=...films(...directors(name,count()))&film_id=eq.1',
    [{ name: 'Ada Lind', count: 2 }],
  ],
  ['a column called count', '/films?select=count:id&id=eq.1', [{ count: 1 }]],
])('%s can be summed up', async (_what, path, expected) => {
  expect(await rows(path)).toEqual(expected)
})

test('a spread of many cannot be summed up', async () => {
  const { status, body } = await ask('/directors?select=name,...films(minutes.sum())')

  expect(status).toBe(400)
  expect(body).toEqual({
    code: 'PGRST127',
    message: 'Feature not implemented',
    details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
    hint: null,
  })
})

test('aggregates are for those who switch them on', async () => {
  const strict = await serveWith({ areAggregatesAllowed: false })

  const refused = [
    await strict('/films?select=count()'),
    await strict('/directors?select=films(minutes.sum())'),
  ]

  for (const { status, body } of refused) {
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'PGRST123',
      message: 'Use of aggregate functions is not allowed',
    })
  }
})
