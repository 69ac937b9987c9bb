import { expect, test } from 'vitest'
import { useCatalog } from './rest-server.ts'

const { ask } = useCatalog()

const rows = async (path: string) => (await ask(path)).body

test.each([
  [
    'the one',
    '/films?select=title,directors(name)&id=eq.1',
    [{ title: 'Harbour', directors: { name: 'Ada Lind' } }],
  ],
  [
    'nothing where there is none',
    '/films?select=id,directors(name)&id=eq.5',
    [{ id: 5, directors: null }],
  ],
  [
    'the many',
    '/directors?select=name,films(title)&id=eq.2',
    [{ name: 'Bo Marsh', films: [{ title: 'Clay' }, { title: 'Thin Air' }] }],
  ],
  ['none of many', '/directors?select=films(title)&id=eq.3', [{ films: [] }]],
  [
    'many through a junction',
    '/films?select=id,actors(name)&id=eq.1',
    [{ id: 1, actors: [{ name: 'Kim' }, { name: 'Lou' }] }],
  ],
  [
    'the junction itself',
    '/films?select=parts(part,actors(name))&id=eq.4',
    [{ parts: [{ part: null, actors: { name: 'Max' } }] }],
  ],
  [
    'the only one',
    '/films?select=id,posters(artist)&id=in.(1,2)&order=id',
    [
      { id: 1, posters: { artist: 'Iris' } },
      { id: 2, posters: null },
    ],
  ],
  [
    'the only one, from its side',
    '/posters?select=artist,films(title)&film_id=eq.3',
    [{ artist: 'Jon', films: { title: 'Clay' } }],
  ],
  [
    'a key of two columns',
    '/screenings?select=id,halls(seats)&id=eq.2',
    [{ id: 2, halls: { seats: 300 } }],
  ],
  [
    'a key of two columns, inverse',
    '/halls?select=chain,number,screenings(id)&chain=eq.Lux',
    [{ chain: 'Lux', number: 1, screenings: [{ id: 2 }] }],
  ],
  ['the table itself, many', '/films?select=id,films(id)&id=eq.1', [{ id: 1, films: [{ id: 2 }] }]],
  [
    'the table itself, one',
    '/films?select=id,sequel_of(title)&id=eq.2',
    [{ id: 2, sequel_of: { title: 'Harbour' } }],
  ],
  [
    'under another name',
    '/films?select=by:directors(who:name)&id=eq.1',
    [{ by: { who: 'Ada Lind' } }],
  ],
  [
    'by the key column',
    '/films?select=director_id(name)&id=eq.1',
    [{ director_id: { name: 'Ada Lind' } }],
  ],
  [
    'by the constraint',
    '/films?select=films_director_id_fkey(name)&id=eq.1',
    [{ films_director_id_fkey: { name: 'Ada Lind' } }],
  ],
  [
    'by a hint, of two ways',
    '/reviews?select=author:critics!reviews_author_fkey(name),editor:critics!editor_id(name)&id=eq.1',
    [{ author: { name: 'Nia' }, editor: { name: 'Olaf' } }],
  ],
  [
    'by a hint from the other side',
    '/critics?select=written:reviews!author_id(id)&id=eq.1',
    [{ written: [{ id: 1 }, { id: 3 }] }],
  ],
  ['by its junction', '/films?select=actors!parts(name)&id=eq.2', [{ actors: [{ name: 'Kim' }] }]],
  [
    'from a view',
    '/film_list?select=id,directors(name)&id=eq.1',
    [{ id: 1, directors: { name: 'Ada Lind' } }],
  ],
  [
    'to a view',
    '/directors?select=film_list(title)&id=eq.1',
    [{ film_list: [{ title: 'Harbour' }, { title: 'Harbour Again' }] }],
  ],
  [
    'from a view on a view',
    '/long_films?select=id,directors(name)&id=eq.4',
    [{ id: 4, directors: { name: 'Bo Marsh' } }],
  ],
  [
    'from a view of a hidden table',
    '/contracts?select=fee,directors(name)&id=eq.1',
    [{ fee: 1000, directors: { name: 'Ada Lind' } }],
  ],
  [
    'computed, one',
    '/directors?select=newest_film(title)&id=eq.1',
    [{ newest_film: { title: 'Harbour Again' } }],
  ],
  [
    'computed, many',
    '/directors?select=colleagues(name)&id=eq.3',
    [{ colleagues: [{ name: 'Ada Lind' }, { name: 'Bo Marsh' }] }],
  ],
  [
    'computed, with more below it',
    '/directors?select=newest_film(id,directors(id))&id=eq.1',
    [{ newest_film: { id: 2, directors: { id: 1 } } }],
  ],
  [
    'three levels',
    '/directors?select=films(id,reviews(id,author_id(name)))&id=eq.2',
    [
      {
        films: [
          { id: 3, reviews: [] },
          { id: 4, reviews: [{ id: 4, author_id: { name: 'Olaf' } }] },
        ],
      },
    ],
  ],
])('an embed shows %s', async (_what, path, expected) => {
  expect(await rows(path)).toEqual(expected)
})

test.each([
  [
    'films.minutes=gt.100',
    '/directors?select=id,films(id)&films.minutes=gt.100&order=id',
    [
      { id: 1, films: [{ id: 2 }] },
      { id: 2, films: [{ id: 4 }] },
      { id: 3, films: [] },
    ],
  ],
  [
    'directors.name=eq.x',
    '/films?select=id,directors(name)&directors.name=eq.x&id=eq.1',
    [{ id: 1, directors: null }],
  ],
  [
    'an order',
    '/directors?select=films(id)&films.order=minutes.desc&id=eq.1',
    [{ films: [{ id: 2 }, { id: 1 }] }],
  ],
  [
    'a limit',
    '/directors?select=films(id)&films.order=id&films.limit=1&id=eq.1',
    [{ films: [{ id: 1 }] }],
  ],
  [
    'an offset',
    '/directors?select=films(id)&films.order=id&films.offset=1&id=eq.1',
    [{ films: [{ id: 2 }] }],
  ],
  ['a limit of none', '/directors?select=films(id)&films.limit=0&id=eq.1', [{ films: [] }]],
  [
    'a logic tree',
    '/directors?select=films(id)&films.or=(id.eq.1,minutes.gt.130)&order=id',
    [{ films: [{ id: 1 }] }, { films: [{ id: 4 }] }, { films: [] }],
  ],
  [
    'a negated tree',
    '/directors?select=films(id)&films.not.and=(id.gt.1,id.lt.9)&id=eq.1',
    [{ films: [{ id: 1 }] }],
  ],
  [
    'an alias in the path',
    '/directors?select=works:films(id)&works.id=eq.2&id=eq.1',
    [{ works: [{ id: 2 }] }],
  ],
  [
    'two levels down',
    '/directors?select=films(id,reviews(id))&films.reviews.points=gt.5&films.id=eq.1&id=eq.1',
    [{ films: [{ id: 1, reviews: [{ id: 1 }] }] }],
  ],
  [
    'a json path',
    '/directors?select=films(id)&films.details->>lang=eq.es&id=eq.2',
    [{ films: [{ id: 3 }] }],
  ],
])('%s concerns the embed only', async (_what, path, expected) => {
  expect(await rows(path)).toEqual(expected)
})

test.each([
  [
    'inner with a filter',
    '/directors?select=id,films!inner(id)&films.minutes=gt.130',
    [{ id: 2, films: [{ id: 4 }] }],
  ],
  [
    'inner to one',
    '/films?select=id,directors!inner(id)&directors.name=like.Ada*&order=id',
    [
      { id: 1, directors: { id: 1 } },
      { id: 2, directors: { id: 1 } },
    ],
  ],
  [
    'inner through a junction',
    '/films?select=id,actors!inner(name)&actors.name=eq.Max',
    [{ id: 4, actors: [{ name: 'Max' }] }],
  ],
  [
    'inner two levels down',
    '/directors?select=id,films!inner(reviews!inner(points))&films.reviews.points=eq.9',
    [{ id: 2, films: [{ reviews: [{ points: 9 }] }] }],
  ],
  [
    'inner and a hint',
    '/reviews?select=id,critics!inner!reviews_editor_fkey(id)&order=id',
    [
      { id: 1, critics: { id: 2 } },
      { id: 3, critics: { id: 2 } },
      { id: 4, critics: { id: 1 } },
    ],
  ],
  ['inner and hidden', '/directors?select=id,films!inner()&films.minutes=gt.130', [{ id: 2 }]],
  ['absence', '/directors?select=id,films()&films=is.null', [{ id: 3 }]],
  ['presence', '/directors?select=id,films()&films=not.is.null&order=id', [{ id: 1 }, { id: 2 }]],
  ['absence of one', '/films?select=id,directors()&directors=is.null', [{ id: 5 }]],
  [
    'presence within a tree',
    '/films?select=id,posters(),actors()&or=(posters.not.is.null,actors.not.is.null)&order=id',
    [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }],
  ],
  [
    'absence of a filtered embed',
    '/directors?select=id,films()&films.minutes=gt.130&films=is.null&order=id',
    [{ id: 1 }, { id: 3 }],
  ],
])('%s chooses the parents', async (_what, path, expected) => {
  expect(await rows(path)).toEqual(expected)
})

test.each([
  ['order=directors(name).desc.nullslast,id', [3, 4, 1, 2, 5]],
  ['order=directors(born).nullsfirst,id.desc', [5, 2, 1, 4, 3]],
])('parents are ordered by a column of the one: %s', async (order, expected) => {
  const films = (await rows(`/films?select=id,directors(name,born)&${order}`)) as { id: number }[]

  expect(films.map(({ id }) => id)).toEqual(expected)
})

test.each([
  ['to one', '/films?select=id,...directors(by:name)&id=eq.1', [{ id: 1, by: 'Ada Lind' }]],
  ['to one, missing', '/films?select=id,...directors(by:name)&id=eq.5', [{ id: 5, by: null }]],
  [
    'a star',
    '/posters?select=...films(title,minutes)&film_id=eq.1',
    [{ title: 'Harbour', minutes: 95 }],
  ],
  [
    'with an embed inside',
    '/posters?select=...films(title,directors(name))&film_id=eq.1',
    [{ title: 'Harbour', directors: { name: 'Ada Lind' } }],
  ],
  [
    'a spread in a spread',
    '/posters?select=artist,...films(...directors(by:name))&film_id=eq.1',
    [{ artist: 'Iris', by: 'Ada Lind' }],
  ],
  [
    'to many',
    '/directors?select=name,...films(title,minutes)&films.order=minutes.desc&id=eq.1',
    [{ name: 'Ada Lind', title: ['Harbour Again', 'Harbour'], minutes: [121, 95] }],
  ],
  ['to many, none', '/directors?select=...films(title)&id=eq.3', [{ title: [] }]],
  [
    'through a junction',
    '/films?select=id,...actors(cast:name)&actors.order=name&id=eq.1',
    [{ id: 1, cast: ['Kim', 'Lou'] }],
  ],
  [
    'to many, limited',
    '/directors?select=...films(ids:id)&films.order=id.desc&films.limit=1&id=eq.1',
    [{ ids: [2] }],
  ],
  [
    'to many, inner',
    '/directors?select=id,...films!inner(title)&films.minutes=gt.130',
    [{ id: 2, title: ['Thin Air'] }],
  ],
  ['a path into json', '/posters?select=...films(details->>lang)&film_id=eq.1', [{ lang: 'en' }]],
])('a spread lays columns into the parent: %s', async (_what, path, expected) => {
  expect(await rows(path)).toEqual(expected)
})

test.each([
  ['/films?select=id,critics(name)', 400, 'PGRST200'],
  ['/films?select=id,nothing(name)', 400, 'PGRST200'],
  ['/films?select=directors!wrong_hint(name)', 400, 'PGRST200'],
  ['/reviews?select=critics(name)', 300, 'PGRST201'],
  ['/films?select=id&directors.id=eq.1', 400, 'PGRST108'],
  ['/films?select=id&directors.order=id', 400, 'PGRST108'],
  ['/films?select=id&directors.limit=1', 400, 'PGRST108'],
  ['/films?select=id&directors.or=(id.eq.1)', 400, 'PGRST108'],
  ['/films?select=id&order=directors(name)', 400, 'PGRST108'],
  ['/directors?select=films(id)&order=films(id)', 400, 'PGRST118'],
  ['/directors?select=films(id)&films=eq.1', 400, 'PGRST120'],
  ['/films?select=directors(nothing)', 400, '42703'],
])('%s is refused with %i %s', async (path, status, code) => {
  const reply = await ask(path)

  expect([reply.status, reply.body]).toEqual([status, expect.objectContaining({ code })])
})

test('who must choose between relationships is told all of them', async () => {
  const { body } = await ask('/reviews?select=critics(name)')

  expect(body).toEqual({
    code: 'PGRST201',
    message:
      "Could not embed because more than one relationship was found for 'reviews' and 'critics'",
    details: [
      {
        cardinality: 'many-to-one',
        embedding: 'reviews with critics',
        relationship: 'reviews_author_fkey using reviews(author_id) and critics(id)',
      },
      {
        cardinality: 'many-to-one',
        embedding: 'reviews with critics',
        relationship: 'reviews_editor_fkey using reviews(editor_id) and critics(id)',
      },
    ],
    hint: "Try changing 'critics' to one of the following: 'critics!reviews_author_fkey', 'critics!reviews_editor_fkey'. Find the desired relationship in the 'details' key.",
  })
})

test('a relationship that is nearly right is suggested', async () => {
  const { body } = await ask('/films?select=director(name)')

  expect(body).toMatchObject({ hint: "Perhaps you meant 'directors' instead of 'director'." })
})

test('where no relationship begins, no other table is suggested', async () => {
  const { body } = await ask('/counters?select=films(id)')

  expect(body).toMatchObject({ code: 'PGRST200', hint: null })
})

test('an alias may still be called by its name, with a warning', async () => {
  const { body, headers } = await ask('/directors?select=works:films(id)&films.id=eq.2&id=eq.1')

  expect(body).toEqual([{ works: [{ id: 2 }] }])
  expect(headers.get('warning')).toMatch(/^299 .*films as works/)
})

test('the warning holds aliases in any characters', async () => {
  const alias = encodeURIComponent('фильмы')
  const { status, headers } = await ask(`/directors?select=${alias}:films(id)&films.id=eq.2`)

  expect(status).toBe(200)
  expect(headers.get('warning')).toContain(`films as ${alias}`)
})
