import { expect, test } from 'vitest'
import { useCatalog } from './rest-server.ts'

const { ask } = useCatalog()

const rows = async (path: string) => (await ask(path)).body

test.each([
  ['select=id,title&id=eq.1', [{ id: 1, title: 'Harbour' }]],
  ['select=film:title,id&id=eq.1', [{ film: 'Harbour', id: 1 }]],
  ['select=id::text,minutes::numeric&id=eq.1', [{ id: '1', minutes: 95 }]],
  ['select= id , title &id=eq.1', [{ id: 1, title: 'Harbour' }]],
  ['select="title"&id=eq.1', [{ title: 'Harbour' }]],
  ['select=details->lang&id=eq.1', [{ lang: 'en' }]],
  ['select=details->>lang&id=eq.1', [{ lang: 'en' }]],
  ['select=details->size->>w&id=eq.1', [{ w: '4' }]],
  ['select=details->size->w&id=eq.1', [{ w: 4 }]],
  ['select=details->cast->0&id=eq.1', [{ cast: 'Ann' }]],
  ['select=details->cast->>-1&id=eq.1', [{ cast: 'Ben' }]],
  ['select=wide:details->size->>w&id=eq.1', [{ wide: '4' }]],
  ['select=details->size->>w::integer&id=eq.1', [{ w: 4 }]],
  ['select=details->"size"->>"w"&id=eq.1', [{ w: '4' }]],
  ['select=facts->shots&id=eq.1', [{ shots: 120 }]],
  ['select=tags->0&id=eq.1', [{ tags: 'sea' }]],
  ['select=id,full_title&id=eq.1', [{ id: 1, full_title: 'Harbour (1999)' }]],
  ['select=half_length,stars&id=eq.1', [{ half_length: 47, stars: 8.1 }]],
])('films?%s shows what was chosen', async (query, expected) => {
  expect(await rows(`/films?${query}`)).toEqual(expected)
})

test('an empty selection means everything, in an embed nothing', async () => {
  const written = await ask('/notes?select=', {
    body: { topic: 'seats' },
    headers: { prefer: 'return=representation' },
  })

  expect(await rows('/halls?select=&chain=eq.Lux')).toEqual([
    { chain: 'Lux', number: 1, seats: 300 },
  ])
  expect(await rows('/posters?select=artist,films()&film_id=eq.1')).toEqual([{ artist: 'Iris' }])
  expect(written.body).toEqual([{ topic: 'seats', note: null }])
})

test('a star shows every column, and no computed one', async () => {
  const [film] = (await rows('/films?id=eq.1')) as Record<string, unknown>[]

  expect(Object.keys(film ?? {})).toEqual([
    ...['id', 'title', 'director_id', 'sequel_of', 'genre', 'minutes', 'stars', 'released'],
    ...['details', 'facts', 'tags', 'showing', 'words', 'is_classic', 'half_length', 'seen_at'],
  ])
})

test.each([
  ['order=minutes', [5, 3, 1, 2, 4]],
  ['order=minutes.desc', [4, 2, 1, 3, 5]],
  ['order=stars.desc.nullslast', [4, 1, 2, 5, 3]],
  ['order=stars.nullsfirst', [3, 5, 2, 1, 4]],
  ['order=genre.desc,minutes.asc', [5, 4, 3, 1, 2]],
  ['order=details->>lang.nullslast,id', [1, 2, 3, 4, 5]],
  ['order=details->size->w.desc.nullslast,id.desc', [1, 5, 4, 3, 2]],
  ['order=full_title', [5, 3, 1, 2, 4]],
])('films?%s come in that order', async (query, expected) => {
  const films = (await rows(`/films?select=id&${query}`)) as { id: number }[]

  expect(films.map(({ id }) => id)).toEqual(expected)
})

test('numbers keep all of their digits', async () => {
  const { text } = await ask('/numbers?select=big,exact,approx&order=id')

  expect(text).toBe(
    '[{"big":9007199254740993,"exact":0.1000000000000000055511151231257827,"approx":1.5}, \n {"big":-9223372036854775808,"exact":null,"approx":"Infinity"}]',
  )
})

test.each([
  ['/odd%20%22names%22?select="a b",Umläut', [{ 'a b': 1, Umläut: 'ä' }]],
  [
    '/odd%20%22names%22?select=a b,"dot.ted","co,mma"',
    [{ 'a b': 1, 'dot.ted': 'd', 'co,mma': 'c' }],
  ],
  ['/odd%20%22names%22?"dot.ted"=eq.d&select="a b"', [{ 'a b': 1 }]],
  ['/odd%20%22names%22?order="co,mma".desc&select="a b"', [{ 'a b': 1 }]],
])('odd names are no obstacle: %s', async (path, expected) => {
  expect(await rows(path)).toEqual(expected)
})

test('what is left over behind the last item is not looked at', async () => {
  const found = await rows("/films?select=id,directors(name)'&id=eq.3")

  expect(found).toEqual([{ id: 3, directors: { name: 'Bo Marsh' } }])
})

test.each([
  ['/film_list?select=title&id=eq.3', [{ title: 'Clay' }]],
  ['/genre_counts?genre=eq.drama', [{ genre: 'drama', films: 2 }]],
  ['/tickets?select=seat&order=id', [{ seat: 'A1' }, { seat: 'B2' }]],
])(
  'views, materialised views and partitioned tables are read alike: %s',
  async (path, expected) => {
    expect(await rows(path)).toEqual(expected)
  },
)

test.each(['/tickets_spring', '/contracts_of_nobody', '/pg_class'])(
  '%s is no relation of the API',
  async (path) => {
    const { status, body } = await ask(path)

    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'PGRST205' })
  },
)

test('a relation that is nearly right is suggested', async () => {
  const { body } = await ask('/film')

  expect(body).toEqual({
    code: 'PGRST205',
    message: "Could not find the table 'catalog.film' in the schema cache",
    details: null,
    hint: "Perhaps you meant the table 'catalog.films'",
  })
})

test('HEAD answers like GET without the body', async () => {
  const { status, headers, text } = await ask('/films?select=id', { method: 'HEAD' })

  expect(status).toBe(200)
  expect(headers.get('content-range')).toBe('0-4/*')
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(text).toBe('')
})

test('the answer says where it can be found again, with its parameters sorted', async () => {
  const { headers } = await ask('/films?select=id&limit=1&id=eq.1')

  expect(headers.get('content-location')).toBe('/films?id=eq.1&limit=1&select=id')
})
