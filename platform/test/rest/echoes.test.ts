import { expect, test } from 'vitest'
import { useCatalog } from './rest-server.ts'

const { ask } = useCatalog()

const LONG = 'long🐢'.repeat(6000)
const encoded = encodeURIComponent(LONG)

test.each([
  ['a table', `/${encoded}`],
  ['a function', `/rpc/${encoded}`],
  ['an argument', `/rpc/greet?${encoded}=1`],
  ['an embed', `/films?select=${encoded}(id)`],
  ['the hint of an embed', `/films?select=directors!${encoded}(id)`],
  ['an embed that is filtered', `/films?${encoded}.id=eq.1`],
  ['the table of an order', `/films?order=${encoded}(id)`],
  ['a filter', `/films?id=${encoded}`],
  ['an operator', `/films?id=eqx.${encoded}`],
  ['a tree', `/films?or=(${encoded})`],
  ['a list', `/films?select=(${encoded}`],
])('an answer does not repeat the long text of %s', async (_what, path) => {
  const { status, text } = await ask(path)

  expect(status).toBeGreaterThanOrEqual(400)
  expect(text.length).toBeLessThan(2000)
  expect(text).not.toContain('\ufffd')
})

test.each([
  ['a column', { [LONG]: 1 }],
  ['many columns', Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`name_${i}`, 1]))],
])('nor that of %s of a body', async (_what, body) => {
  const written = await ask('/notes', { body })
  const called = await ask('/rpc/greet', { body })

  expect([written.status, called.status]).toEqual([400, 404])
  expect(written.text.length + called.text.length).toBeLessThan(8000)
})

test.each([
  ['a schema', { 'accept-profile': 'x'.repeat(20_000) }],
  ['a media type', { accept: `a/${'x'.repeat(20_000)}` }],
  ['a preference', { prefer: `handling=strict, ${'x'.repeat(20_000)}` }],
])('nor that of %s in a header', async (_what, headers) => {
  const { status, text } = await ask('/films', { headers })

  expect(status).toBeGreaterThanOrEqual(400)
  expect(text.length).toBeLessThan(2000)
})

test('what is short is repeated whole', async () => {
  const { body } = await ask('/rpc/greet', { body: { wrong: 1, unknown: 2 } })

  expect(body).toMatchObject({
    message: 'Could not find the function catalog.greet(unknown, wrong) in the schema cache',
  })
})
