// Over both databases: errors of the database become answers.

import { expect, onTestFinished, test } from 'vitest'
import { SECRET_KEY, useGithubServer } from '#test/code-host/github-server.ts'

const testServer = useGithubServer({ env: { AUTH_REQUIRE_APIKEY: 'false' } })

const CODES = [
  ['57014', 'statement timeouts'],
  ['55P03', 'locks that were not given'],
  ['40P01', 'deadlocks at every try'],
  ['53100', 'a full disk'],
] as const

test.each(CODES)('SQLSTATE %s (%s) is 503 with Retry-After on every surface', async (code) => {
  const { sql, urlOf } = testServer()
  const member = await testServer().newMember()
  const bearer = { authorization: `Bearer ${member.token}` }
  onTestFinished(async () => {
    await sql('drop function public.fail_now cascade')
  })
  await sql(`create function public.fail_now() returns trigger language plpgsql
             as $$ begin raise exception using errcode = '${code}'; end $$`)
  for (const table of TABLES) {
    await sql(
      `create trigger fail_now before insert on ${table} execute function public.fail_now()`,
    )
  }
  const answer = async (path: string, body: unknown, headers: Record<string, string>) => {
    const reply = await fetch(urlOf(0) + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    await reply.text()
    return [reply.status, reply.headers.get('retry-after') !== null]
  }

  const answers = {
    functions: await answer('/functions/v1/sync-bolt-projects', SYNC, bearer),
    auth: await answer(
      '/auth/v1/signup',
      { email: `new-${code.toLowerCase()}@example.test`, password: 'secret-1' },
      {},
    ),
    storage: await answer('/storage/v1/bucket', { name: 'new-one' }, { apikey: SECRET_KEY }),
    rest: await answer('/rest/v1/plans', { name: 'New', price: 1 }, { apikey: SECRET_KEY }),
  }

  expect(answers).toEqual({
    functions: [503, true],
    auth: [503, true],
    storage: [503, true],
    rest: [503, true],
  })
})

const TABLES = ['public.bolt_projects', 'auth.users', 'storage.buckets', 'public.plans']

const SYNC = {
  localProjects: [
    { bolt_project_id: 'sb1-a', project_name: 'A', last_modified: '2026-01-01T00:00:00Z' },
  ],
  conflictResolution: 'auto-resolve',
}
