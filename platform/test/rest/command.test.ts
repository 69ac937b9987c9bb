import { expect, test } from 'vitest'
import { runRest } from '#test/programs/run-command.ts'
import { catalogDatabase, SECRET, tokenOf } from './rest-server.ts'

test('the command serves any database, a folder of PGlite too, until it is told to stop', async () => {
  const { uri } = await catalogDatabase()
  const options = ['--db-schemas', 'catalog', '--db-anon-role', 'rest_anon', '--db-max-rows', '2']
  const command = await runRest(
    ['--db-uri', uri, ...options, '--jwt-secret', SECRET, '--server-port', '0'],
    { PGRST_DB_AGGREGATES_ENABLED: 'true' },
  )

  const rows = await ask(`${command.url}/films?select=title&order=id`)
  const counted = await ask(`${command.url}/films?select=count()`)
  const forged = await ask(`${command.url}/films`, await tokenOf({}, `${SECRET} of somebody else`))
  command.stop()

  expect(rows).toMatchObject({ status: 200, body: [{}, {}] })
  expect(counted).toMatchObject({ status: 200, body: [{ count: expect.any(Number) }] })
  expect(forged).toMatchObject({ status: 401, body: { code: 'PGRST301' } })
  expect(await command.ended).toBe(0)
})

async function ask(url: string, token?: string) {
  const reply = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {})

  return { status: reply.status, body: await reply.json() }
}
