import { expect, test } from 'vitest'
import { useCatalog } from './rest-server.ts'

const { ask, serveWith } = useCatalog()

type Document = Record<
  'paths' | 'definitions' | 'parameters',
  Record<string, Record<string, unknown>>
> &
  Record<string, unknown>

const describe = async (headers: Record<string, string> = {}) => {
  const { status, headers: answered, body } = await ask('/', { headers })
  return { status, type: answered.get('content-type'), document: body as Document }
}

test('the root describes the schema', async () => {
  const { status, type, document } = await describe()

  expect([status, type]).toEqual([200, 'application/openapi+json; charset=utf-8'])
  expect(document).toMatchObject({
    swagger: '2.0',
    info: { title: 'What is on, who made it and where to see it.' },
    basePath: '/',
  })
})

test('a relation is described with its columns and keys', async () => {
  const { document } = await describe()

  expect(document.definitions.films).toMatchObject({
    type: 'object',
    description: 'One row for each film, whoever made it.',
    required: ['id', 'title'],
    properties: {
      id: { type: 'integer', format: 'integer', description: 'Note:\nThis is a Primary Key.<pk/>' },
      director_id: {
        description:
          "Note:\nThis is a Foreign Key to `directors.id`.<fk table='directors' column='id'/>",
      },
      minutes: { type: 'integer', format: 'integer', description: 'Running time' },
      genre: { type: 'string', enum: ['drama', 'comedy', 'documentary'] },
      tags: { type: 'array', format: 'text[]', items: { type: 'string' } },
      details: { format: 'jsonb' },
    },
  })
  expect(document.definitions.counters).toMatchObject({
    properties: { value: { default: 7 }, label: { default: 'fresh' } },
  })
  expect(document.definitions.posters).toMatchObject({
    properties: { artist: { format: 'character varying', maxLength: 20 } },
  })
})

test('operations are those that the relation takes', async () => {
  const { document } = await describe()

  expect(Object.keys(document.paths['/films'] ?? {})).toEqual(['get', 'post', 'patch', 'delete'])
  expect(Object.keys(document.paths['/film_credits'] ?? {})).toEqual(['get'])
  expect(document.paths['/films']?.get).toMatchObject({
    tags: ['films'],
    summary: 'One row for each film, whoever made it.',
    parameters: expect.arrayContaining([
      { $ref: '#/parameters/rowFilter.films.title' },
      { $ref: '#/parameters/select' },
    ]),
    responses: {
      200: { schema: { type: 'array', items: { $ref: '#/definitions/films' } } },
      206: { description: 'Partial Content' },
    },
  })
})

test('functions are described with their arguments', async () => {
  const { document } = await describe()

  expect(document.paths['/rpc/join_words']).toMatchObject({
    get: {
      parameters: [
        { name: 'glue', in: 'query', required: true, type: 'string', format: 'text' },
        { name: 'words', in: 'query', type: 'array', collectionFormat: 'multi' },
      ],
    },
    post: {
      parameters: [
        { name: 'args', in: 'body', schema: { required: ['glue', 'words'] } },
        { $ref: '#/parameters/preferParams' },
      ],
    },
  })
})

test('every reference leads somewhere', async () => {
  const { document } = await describe()
  const references = referencesIn(document)

  expect(references.length).toBeGreaterThan(50)
  for (const reference of references) {
    const [, place, name] = /^#\/(parameters|definitions)\/(.+)$/.exec(reference) ?? []
    expect(document[place as 'parameters']).toHaveProperty([name ?? ''])
  }
})

test('nobody is told of what is out of reach', async () => {
  const { document } = await describe()
  const everything = await serveWith({ openApi: 'ignore-privileges' })

  const told = (await everything('/')).body as Document

  expect(document.paths).not.toHaveProperty('/forbidden')
  expect(document.paths).not.toHaveProperty('/contracts_of_nobody')
  expect(told.paths).toHaveProperty('/forbidden')
})

test('another schema has a description of its own', async () => {
  const { document } = await describe({ 'accept-profile': 'archive' })

  expect(Object.keys(document.definitions)).toEqual(['films'])
})

test('a description may be switched off, and is for the root alone', async () => {
  const silent = await serveWith({ openApi: 'disabled' })

  const off = await silent('/')
  const csv = await ask('/', { headers: { accept: 'text/csv' } })
  const elsewhere = await ask('/films', { headers: { accept: 'application/openapi+json' } })
  const head = await ask('/', { method: 'HEAD' })

  expect([off.status, off.body]).toEqual([404, expect.objectContaining({ code: 'PGRST126' })])
  expect([csv.status, elsewhere.status]).toEqual([406, 406])
  expect([head.status, head.text]).toEqual([200, ''])
})

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : []

  return [...own, ...Object.values(value).flatMap(referencesIn)]
}
