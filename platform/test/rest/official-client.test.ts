import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import { useCatalog } from './rest-server.ts'

const catalog = useCatalog({ arePlansAllowed: true, txEnd: 'commit-allow-override' })

const client = () => new PostgrestClient(catalog.url(), { schema: 'catalog' })
/** Writes are rolled back. */
const dryRun = () => new PostgrestClient(catalog.url(), { headers: { prefer: 'tx=rollback' } })

test('filters of every kind find their films', async () => {
  const films = () => client().from('films').select('id').order('id')
  const ids = async (query: PromiseLike<{ data: { id: number }[] | null }>) =>
    (await query).data?.map(({ id }) => id)

  expect(await ids(films().eq('title', 'Clay'))).toEqual([3])
  expect(await ids(films().neq('id', 1).gt('minutes', 88).lte('minutes', 140))).toEqual([2, 4])
  expect(await ids(films().like('title', 'Harb%'))).toEqual([1, 2])
  expect(await ids(films().ilikeAnyOf('title', ['clay', 'thin%']))).toEqual([3, 4])
  expect(await ids(films().likeAllOf('title', ['H%', '%n']))).toEqual([2])
  expect(await ids(films().is('stars', null))).toEqual([3])
  expect(await ids(films().in('title', ['Clay', '100% *Night*', 'a,b', 'q"q']))).toEqual([3, 5])
  expect(await ids(films().contains('tags', ['night']))).toEqual([1, 5])
  expect(await ids(films().contains('details', { lang: 'en' }))).toEqual([1, 2])
  expect(await ids(films().containedBy('tags', ['sea', 'night']))).toEqual([1, 2, 3])
  expect(await ids(films().overlaps('tags', ['night']))).toEqual([1, 5])
  expect(await ids(films().rangeLt('showing', '[2020-02-10,2020-03-01)'))).toEqual([1])
  expect(await ids(films().rangeAdjacent('showing', '[2020-03-01,2020-04-01)'))).toEqual([2])
  expect(await ids(films().textSearch('words', 'boat sea', { type: 'plain' }))).toEqual([1])
  expect(await ids(films().match({ genre: 'drama', is_classic: true }))).toEqual([1])
  expect(await ids(films().not('id', 'in', '(1,2)'))).toEqual([3, 4, 5])
  expect(await ids(films().or('id.eq.1,and(minutes.gt.100,stars.lt.9)'))).toEqual([1, 2])
  expect(await ids(films().filter('details->>lang', 'eq', 'es'))).toEqual([3])
})

test('embeds are filtered, ordered and cut', async () => {
  const { data } = await client()
    .from('directors')
    .select('name, films!inner(title, reviews(points))')
    .gt('films.minutes', 90)
    .order('minutes', { referencedTable: 'films', ascending: false })
    .limit(1, { referencedTable: 'films' })
    .or('points.gt.5,points.lt.3', { referencedTable: 'films.reviews' })
    .order('name')

  expect(data).toEqual([
    { name: 'Ada Lind', films: [{ title: 'Harbour Again', reviews: [{ points: 2 }] }] },
    { name: 'Bo Marsh', films: [{ title: 'Thin Air', reviews: [{ points: 9 }] }] },
  ])
})

test('counts come with and without rows', async () => {
  const films = client().from('films')

  const page = await films.select('id', { count: 'exact' }).range(1, 2).order('id')
  const head = await films.select('*', { count: 'exact', head: true })
  const beyond = await films.select('id', { count: 'exact' }).range(90, 99)

  expect(page).toMatchObject({ status: 206, count: 5, data: [{ id: 2 }, { id: 3 }] })
  expect(head).toMatchObject({ status: 200, count: 5, data: null })
  expect(beyond).toMatchObject({ status: 416, error: { code: 'PGRST103' } })
})

test('one row, perhaps one row, and too many', async () => {
  const films = client().from('films')

  const one = await films.select('title').eq('id', 1).single()
  const none = await films.select('title').eq('id', 99).single()
  const perhaps = await films.select('title').eq('id', 99).maybeSingle()
  const many = await films.select('title').maybeSingle()

  expect(one.data).toEqual({ title: 'Harbour' })
  expect(none).toMatchObject({ status: 406, error: { code: 'PGRST116' } })
  expect(perhaps).toMatchObject({ data: null, error: null })
  expect(many.error).toMatchObject({ code: 'PGRST116' })
})

test('rows are written and come back', async () => {
  const counters = dryRun().from('counters')

  const inserted = await counters
    .insert([{ name: 'a' }, { name: 'b', value: 2 }], { defaultToNull: false })
    .select()
  const upserted = await counters.upsert({ name: 'visits', value: 3 }).select('value').single()
  const ignored = await counters.upsert({ name: 'visits' }, { ignoreDuplicates: true }).select()
  const updated = await counters
    .update({ value: 4 }, { count: 'exact' })
    .eq('name', 'visits')
    .select()
  const deleted = await counters.delete({ count: 'exact' }).eq('name', 'visits')
  const clash = await counters.insert({ name: 'visits' })

  expect(inserted).toMatchObject({
    status: 201,
    data: [
      { name: 'a', value: 7, label: 'fresh' },
      { name: 'b', value: 2, label: 'fresh' },
    ],
  })
  expect(upserted).toMatchObject({ status: 200, data: { value: 3 } })
  expect(ignored).toMatchObject({ status: 201, data: [] })
  expect(updated).toMatchObject({ status: 200, count: 1, data: [{ name: 'visits', value: 4 }] })
  expect(deleted).toMatchObject({ status: 204, count: 1, data: null })
  expect(clash).toMatchObject({ status: 409, error: { code: '23505' } })
})

test('nothing stays of what was rolled back or touched too much', async () => {
  const reviews = client().from('reviews')

  const rolledBack = await reviews.delete().eq('id', 1).rollback()
  const capped = reviews.delete().gt('id', 0)
  // Its type needs the server's version, which a client without row types does not have.
  const tooMuch: unknown = await Reflect.apply(capped.maxAffected, capped, [1])
  const left = await reviews.select('id').order('id')

  expect(rolledBack.status).toBe(204)
  expect(tooMuch).toMatchObject({ error: { code: 'PGRST124' } })
  expect(left.data).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }])
})

test('functions are called in every way', async () => {
  const catalogClient = client()

  const posted = await catalogClient.rpc('add_up', { a: 1, b: 2 })
  const read = await catalogClient.rpc(
    'join_words',
    { glue: '-', words: ['a', 'b'] },
    { get: true },
  )
  const rows = await catalogClient
    .rpc('films_longer_than', { above: 100 })
    .select('title, directors(name)')
    .order('title')
    .limit(1)
  const counted = await catalogClient.rpc('all_titles', undefined, { count: 'exact', head: true })
  const nothing = await catalogClient.rpc('do_nothing')
  const unknown = await catalogClient.rpc('no_such_function')

  expect(posted.data).toBe(3)
  expect(read.error ?? read.data).toBe('{a,b}')
  expect(rows.data).toEqual([{ title: 'Harbour Again', directors: { name: 'Ada Lind' } }])
  expect(counted.count).toBe(5)
  expect(nothing).toMatchObject({ status: 204, data: null, error: null })
  expect(unknown).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
})

test('rows come as CSV, without nulls, as a plan and from another schema', async () => {
  const films = () => client().from('films').select('id, stars').eq('id', 3)

  const csv = await films().csv()
  const stripped = await films().stripNulls()
  const plan = await films().explain({ format: 'json', analyze: true })
  const archived = await client().schema('archive').from('films').select()

  expect(csv.data).toBe('id,stars\n3,')
  expect(stripped.data).toEqual([{ id: 3 }])
  expect(plan.data).toEqual([expect.objectContaining({ Plan: expect.anything() })])
  expect(archived.data).toEqual([{ id: 1, title: 'Nitrate' }])
})

test('an error carries code, message, details and hint', async () => {
  const { error, status } = await client().from('reviews').select('critics(name)')

  expect(status).toBe(300)
  expect(error).toMatchObject({
    code: 'PGRST201',
    message: expect.stringContaining('more than one relationship'),
    details: [expect.anything(), expect.anything()],
    hint: expect.stringContaining('critics!reviews_author_fkey'),
  })
})
