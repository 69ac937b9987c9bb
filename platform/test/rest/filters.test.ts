import { expect, test } from 'vitest'
import { useCatalog } from './rest-server.ts'

const { ask } = useCatalog()

const ids = async (query: string) => {
  const { body } = await ask(`/films?select=id&order=id&${query}`)
  return Array.isArray(body) ? body.map(({ id }) => id) : body
}

test.each([
  ['id=eq.2', [2]],
  ['id=neq.2', [1, 3, 4, 5]],
  ['minutes=gt.95', [2, 4]],
  ['minutes=gte.95', [1, 2, 4]],
  ['minutes=lt.88', [5]],
  ['minutes=lte.88', [3, 5]],
  ['title=like.Harbour*', [1, 2]],
  ['title=like.*a*', [1, 2, 3]],
  ['title=ilike.harbour%25', [1, 2]],
  ['title=match.^H.*r$', [1]],
  ['title=imatch.^clay', [3]],
  ['id=in.(1,3,9)', [1, 3]],
  ['id=in.()', []],
  ['id=in.(  )', []],
  ['genre=in.( comedy,documentary)', [3, 4]],
  ['and=(id.eq.1,id.neq.2))', [1]],
  ['title=in.("Clay","Thin Air")', [3, 4]],
  ['title=in.(Clay,Thin Air)', [3, 4]],
  ['genre=in.(comedy,documentary)', [3, 4]],
  ['stars=is.null', [3]],
  ['stars=is.not_null', [1, 2, 4, 5]],
  ['stars=not.is.null', [1, 2, 4, 5]],
  ['is_classic=is.true', [1, 4]],
  ['is_classic=is.FALSE', [2, 5]],
  ['is_classic=is.unknown', [3]],
  ['stars=isdistinct.9', [1, 2, 3, 5]],
  ['tags=cs.{sea}', [1, 2]],
  ['tags=cs.{"two, words"}', [5]],
  ['tags=cd.{sea,night}', [1, 2, 3]],
  ['tags=ov.{night}', [1, 5]],
  ['details=cs.{"lang":"en"}', [1, 2]],
  ['showing=cs.[2020-01-15,2020-01-16)', [1]],
  ['showing=sl.[2020-02-10,2020-03-01)', [1]],
  ['showing=sr.[2019-01-01,2020-02-01)', [2]],
  ['showing=nxr.[2020-01-01,2020-02-01)', [1]],
  ['showing=nxl.[2020-02-01,2020-03-01)', [2]],
  ['showing=adj.[2020-03-01,2020-04-01)', [2]],
  ['showing=ov.[2020-01-20,2020-02-10)', [1, 2]],
  ['words=fts.boat', [1, 2]],
  ['words=fts.boat%26sea', [1]],
  ['words=plfts.boat sea', [1]],
  ['words=phfts.boat sea', [1]],
  ['words=wfts.boat -sea', [2]],
  ['words=fts(simple).boat', [1, 2]],
  ['title=fts(english).harbours', [1, 2]],
  ['title=not.plfts.harbour', [3, 4, 5]],
  ['id=eq(any).{1,4}', [1, 4]],
  ['title=like(any).{Cl*,Th*}', [3, 4]],
  ['title=like(all).{H*,*n}', [2]],
  ['minutes=gt(all).{90,100}', [2, 4]],
  ['title=imatch(any).{^clay,air$}', [3, 4]],
  ['id=not.eq(any).{1,4}', [2, 3, 5]],
  ['id=not.in.(1,2)', [3, 4, 5]],
  ['details->>lang=eq.es', [3]],
  ['details->size->>w=eq.4', [1]],
  ['details->size->w=eq.4', [1]],
  ['details->cast->>0=eq.Ann', [1]],
  ['tags->>0=eq.sea', [1, 2]],
  ['full_title=eq.Clay (2011)', [3]],
  ['seen_at=eq.2020-01-01T12:00:00Z', [1]],
  ['seen_at=eq.2020-01-01T13:00:00%2B01:00', [1]],
  ['id=gt.1&id=lt.4', [2, 3]],
  ['title=eq.100%25 *Night*', [5]],
  ['title=eq.100%25+*Night*', [5]],
])('films?%s', async (query, expected) => {
  expect(await ids(query)).toEqual(expected)
})

test.each([
  ['or=(id.eq.1,id.eq.3)', [1, 3]],
  ['and=(id.gt.1,id.lt.4)', [2, 3]],
  ['not.or=(id.eq.1,id.eq.3)', [2, 4, 5]],
  ['or=(id.eq.1,and(minutes.gt.100,stars.lt.9))', [1, 2]],
  ['or=(id.eq.1,not.and(minutes.gt.60,minutes.lt.130))', [1, 4]],
  ['or=(stars.is.null,id.in.(1,5))', [1, 3, 5]],
  ['or=(title.eq."Thin Air",title.in.("Clay"))', [3, 4]],
  ['or=(tags.cs.{sea},tags.cs.{night})', [1, 2, 5]],
  ['or=(title.like."100%25*",id.eq.2)', [2, 5]],
  ['or=( id.eq.1 , id.eq.2 )&id=gt.1', [2]],
  ['or=(details->>lang.eq.es,details->size->>w.eq.4)', [1, 3]],
  ['or=(id.eq(any).{1,2},id.eq.5)', [1, 2, 5]],
  ['or=(words.fts(simple).boat,id.eq.4)', [1, 2, 4]],
  ['or=(id.not.eq.1)', [2, 3, 4, 5]],
  ['or=(title.eq."a,b\\"c",id.eq.3)', [3]],
])('films?%s', async (query, expected) => {
  expect(await ids(query)).toEqual(expected)
})

test.each([
  ['id=eq.one', 400, '22P02'],
  ['released=gt.2020-13-45', 400, '22008'],
  ['nothing=eq.1', 400, '42703'],
  ['order=nothing', 400, '42703'],
  ['select=nothing', 400, '42703'],
  ['genre=eq.western', 400, '22P02'],
  ['id=like.1', 404, '42883'],
  ['title=match.[', 400, '2201B'],
  ['id=equals.1', 400, 'PGRST100'],
  ['id=1', 400, 'PGRST100'],
  ['id=is.nothing', 400, 'PGRST100'],
  ['id=in.1,2', 400, 'PGRST100'],
  ['or=id.eq.1', 400, 'PGRST100'],
  ['or=(id.eq.1', 400, 'PGRST100'],
  ['or=()', 400, 'PGRST100'],
  ['select=id,', 400, 'PGRST100'],
  ['select=id::', 400, 'PGRST100'],
  ['select=id::no_type', 400, '42704'],
  ['order=id.sideways', 400, 'PGRST100'],
  ['limit=-1', 416, 'PGRST103'],
])('films?%s is refused with %i %s', async (query, status, code) => {
  const reply = await ask(`/films?${query}`)

  expect([reply.status, reply.body]).toEqual([status, expect.objectContaining({ code })])
})

test('what cannot be parsed is shown with the place where it went wrong', async () => {
  const { body } = await ask('/films?id=sounds.like')

  expect(body).toEqual({
    code: 'PGRST100',
    message: '"failed to parse filter (sounds.like)" (line 1, column 1)',
    details: 'unexpected "s" expecting "not" or operator (eq, gt, ...)',
    hint: null,
  })
})
