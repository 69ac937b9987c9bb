import { expect, test } from 'vitest'
import { clientOf, newProject } from './test-project.ts'

const FUNCTIONS = {
  'functions/_shared/greet.ts':
    'export const greet = (name: string): string => "Hello " + name + "!"',
  'functions/hello/index.ts': `
    import { greet } from '../_shared/greet.ts'
    Deno.serve(async (request: Request) => {
      const { name } = await request.json()
      return Response.json({ text: greet(name), url: request.url, given: Deno.env.toObject() })
    })`,
  'functions/open/index.ts': `
    console.log('began')
    Deno.serve((request) => {
      const parts = ['one ', 'two ', request.headers.get('authorization') ?? 'nobody']
      return new Response(ReadableStream.from(parts.map((part) => new TextEncoder().encode(part))))
    })`,
  'functions/old/index.ts': `
    import { serve } from 'https://deno.land/std@0.168.0/http/server.ts'
    serve(() => new Response('old'))`,
  'functions/broken/index.ts': `import 'https://127.0.0.1:1/nothing.ts'`,
  'functions/silent/index.ts': 'const a = 1',
  'functions/throws/index.ts': `Deno.serve(() => { throw new Error('no answer') })`,
  'functions/exits/index.ts': 'Deno.serve(() => Deno.exit(3))',
  'functions/hungry/index.ts': `
    Deno.serve(() => { const all = []; for (;;) all.push(new Array(1e6).fill({})) })`,
  'functions/nosy/index.ts': `
    Deno.serve(async () => {
      const tries = [
        () => Deno.readTextFile('/etc/hostname'),
        () => new Deno.Command('/usr/bin/id').output(),
        () => Deno.writeTextFile('/tmp/from-a-function', ''),
        () => Deno.dlopen('libc.so.6', {}),
      ]
      const answers = await Promise.all(tries.map((one) => Promise.resolve().then(one).then(() => 'done', (e) => e.name)))
      return Response.json(answers)
    })`,
  'functions/early/index.ts': `Deno.serve(() => new Response('early', { status: 425 }))`,
  'functions/off/index.ts': `Deno.serve(() => new Response('off'))`,
  'functions/.env': 'FROM_FILE=file\n',
  'other/entry.ts': `Deno.serve(() => new Response('elsewhere'))`,
}

const TOML = `
[functions]
open.verify_jwt = false
old.verify_jwt = false
broken.verify_jwt = false
silent.verify_jwt = false
throws.verify_jwt = false
exits.verify_jwt = false
hungry.verify_jwt = false
nosy.verify_jwt = false
early.verify_jwt = false
off.enabled = false
moved.verify_jwt = false
moved.entrypoint = "./other/entry.ts"
[edge_runtime.secrets]
FROM_TOML = "toml"
`

test('functions run in Deno as their author wrote them', async () => {
  const project = await newProject(FUNCTIONS, TOML)
  const { url, printed, stop, ended } = await project.start({ NOT_LISTED: 'private' })
  const client = clientOf(printed(), 'ANON_KEY')
  const call = async (path: string, headers = {}) => {
    const answer = await fetch(`${url}/functions/v1/${path}`, { headers })
    return { status: answer.status, text: await answer.text() }
  }

  const { data: said } = await client.functions.invoke('hello', { body: { name: 'Ada' } })
  const refused = await call('hello')
  const open = await call('open/deep?a=1', { authorization: 'Bearer anything' })
  const [old, moved] = [await call('old'), await call('moved')]
  const nosy = await call('nosy')
  project.write('other/entry.ts', `Deno.serve(() => new Response('changed'))`)
  const gone = [await call('off'), await call('_shared'), await call('nothing')]
  const changed = await until(async () => (await call('moved')).text, 'changed')
  stop()

  expect(said).toMatchObject({
    text: 'Hello Ada!',
    url: `${url.replace('localhost', '127.0.0.1')}/hello`,
    given: { SUPABASE_URL: expect.any(String), FROM_FILE: 'file', FROM_TOML: 'toml' },
  })
  expect(said.given).not.toHaveProperty('NOT_LISTED')
  expect(refused).toMatchObject({ status: 401 })
  expect(JSON.parse(refused.text).code).toBe('UNAUTHORIZED_NO_AUTH_HEADER')
  expect(open).toEqual({ status: 200, text: 'one two Bearer anything' })
  expect([old.text, moved.text, changed]).toEqual(['old', 'elsewhere', 'changed'])
  expect(JSON.parse(nosy.text)).toEqual(Array(4).fill('NotCapable'))
  expect(gone.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(await ended).toBe(0)
})

test('a function that cannot start, throws, exits or needs too much memory is told apart', async () => {
  const project = await newProject(FUNCTIONS, TOML)
  const { url } = await project.start()
  const call = async (name: string) => {
    const answer = await fetch(`${url}/functions/v1/${name}`)
    const { code } = (await answer.json()) as { code: string }
    return [answer.status, code, answer.headers.get('sb-error-code')]
  }

  const broken = await Promise.all(['broken', 'silent'].map(call))
  const failed = [await call('throws'), await call('throws'), await call('exits')]
  const hungry = await call('hungry')

  expect(broken).toEqual(Array(2).fill([503, 'BOOT_ERROR', 'BOOT_ERROR']))
  expect(failed).toEqual(Array(3).fill([500, 'WORKER_ERROR', 'WORKER_ERROR']))
  expect(hungry).toEqual([546, 'WORKER_LIMIT', 'WORKER_LIMIT'])
})

test('an answer arrives that comes before the end of the body', async () => {
  const project = await newProject(FUNCTIONS, TOML)
  const { url } = await project.start()
  const send = async (bytes: number) => {
    const body = Buffer.alloc(bytes)
    const answer = await fetch(`${url}/functions/v1/early`, { method: 'POST', body })
    return `${answer.status} ${await answer.text()}`
  }

  const answers = []
  for (const bytes of [1, 10, 100_000, 1_000_000]) {
    for (let call = 0; call < 12; call++) answers.push(await send(bytes))
  }
  const together = await Promise.all(Array.from({ length: 12 }, () => send(10)))

  expect(new Set([...answers, ...together])).toEqual(new Set(['425 early']))
})

test('a secret may not take the name of a variable that the platform sets', async () => {
  const project = await newProject({ 'functions/.env': 'SUPABASE_URL=x' })

  await expect(project.start()).rejects.toThrow('functions/.env: SUPABASE_URL may not begin with')
})

/** A changed file is noticed by a later request. */
async function until(ask: () => Promise<string>, wanted: string): Promise<string> {
  for (;;) {
    const answer = await ask()
    if (answer === wanted) return answer
  }
}
