import {
  FunctionRegion,
  FunctionsClient,
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
} from '@supabase/functions-js'
import { expect, test } from 'vitest'
import type { ServerFunction } from '#http/functions/server-function.ts'
import { sign, startFunctions } from './function-server.ts'

// The client's own suite, with its functions and tokens: tokens carry a name only, and only their signature counts.

test('the token of a call counts before the client’s, and one that we did not sign is refused', async () => {
  const { url } = await startFunctions({ hello })
  const { right, wrong } = await keys()
  const byHeader = (key: string) => new FunctionsClient(url, bearer(key))
  const bySetting = (client: FunctionsClient, key: string) => {
    client.setAuth(key)
    return client
  }
  const elsewhere = new FunctionsClient(`${url}/nowhere`, {
    customFetch: (_, init) => fetch(`${url}/hello`, { ...init, method: 'GET', ...bearer(right) }),
  })

  for (const answer of [
    await byHeader(right).invoke('hello'),
    await bySetting(new FunctionsClient(url), right).invoke('hello'),
    await bySetting(byHeader(wrong), right).invoke('hello'),
    await new FunctionsClient(url).invoke('hello', bearer(right)),
    await byHeader(wrong).invoke('hello', bearer(right)),
    await elsewhere.invoke(''),
  ]) {
    expect(answer).toMatchObject({ data: 'Hello ExposedSchema', error: null })
  }
  for (const answer of [
    await byHeader(wrong).invoke('hello'),
    await bySetting(byHeader(right), wrong).invoke('hello'),
    await byHeader(right).invoke('hello', bearer(wrong)),
    await new FunctionsClient(url).invoke('hello'),
  ]) {
    expect(answer.data).toBeNull()
    expect(answer.error).toBeInstanceOf(FunctionsRelayError)
  }
  expect((await byHeader(right).invoke('missing')).error).toBeInstanceOf(FunctionsHttpError)
})

test('a function sees the address, the headers and the region it was called with', async () => {
  const { url } = await startFunctions({ mirror })
  const { right } = await keys()
  const { ApNortheast1, ApSoutheast1, Any } = FunctionRegion
  const headers = { ...bearer(right).headers, CustomHeader: 'check me' }
  const here = new FunctionsClient(url, { headers, region: ApNortheast1 })

  const plain = await new FunctionsClient(url, { headers }).invoke('mirror?one=a%20b&two=2')
  const region = await here.invoke('mirror')
  const other = await here.invoke('mirror', { region: ApSoutheast1 })
  const any = await here.invoke('mirror', { region: Any })

  expect(plain.data).toMatchObject({
    url: `${url}/mirror?one=a%20b&two=2`,
    method: 'POST',
    headers: { customheader: 'check me' },
    body: '',
  })
  expect(region.data.headers).toMatchObject({ 'x-region': ApNortheast1 })
  expect(other.data).toMatchObject({
    url: `${url}/mirror?forceFunctionRegion=${ApSoutheast1}`,
    headers: { 'x-region': ApSoutheast1 },
  })
  expect(any.data.url).toBe(`${url}/mirror`)
  expect(any.data.headers).not.toHaveProperty('x-region')
})

test('who does not wait is let go, and who waits gets the answer', async () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const slow = anyToken(() => opened.then(() => new Response('Slow Response')))
  const { url } = await startFunctions({ slow })
  const client = new FunctionsClient(url, bearer((await keys()).right))
  const giveUp = new AbortController()

  const patient = client.invoke('slow', { timeout: 60_000 })
  const aborted = client.invoke('slow', { timeout: 60_000, signal: giveUp.signal })
  const hasty = await client.invoke('slow', { timeout: 1 })
  giveUp.abort()

  for (const { data, error } of [hasty, await aborted]) {
    expect(data).toBeNull()
    expect(error).toBeInstanceOf(FunctionsFetchError)
  }
  open()
  expect(await patient).toMatchObject({ data: 'Slow Response', error: null })
})

/** Accepts any token that we signed, as the hosted gateway does. */
const anyToken = (work: (request: Request) => Promise<Response>): ServerFunction<undefined> => ({
  methods: ['GET', 'POST'],
  authorize: async ({ request, role }) => {
    await role()

    return () => work(request)
  },
})

const hello = anyToken(async () => new Response('Hello ExposedSchema'))

const mirror = anyToken(async (request) =>
  Response.json({
    url: request.url,
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
  }),
)

const keys = async () => ({
  right: await sign({ name: 'anon' }),
  wrong: await sign({ name: 'anon' }, 'wrong_jwt'),
})

const bearer = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } })
