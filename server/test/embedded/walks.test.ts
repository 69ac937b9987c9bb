import { readFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import {
  addMember,
  memberWithSession,
  newAddress,
  signIn,
} from '@app/platform/test/identity/people.ts'
import { expect, test } from 'vitest'
import { startAuth } from '#test/auth-server.ts'

const DOCUMENT = new URL('../../../docs/architecture.md', import.meta.url)

test('a first read calls every file of the server that its walk names', async () => {
  const auth = await startAuth()
  const { session } = await memberWithSession(auth)
  const read = () =>
    fetch(`${auth.url}/rest/v1/transactions?select=id,amount&order=created_at.desc`, {
      headers: { apikey: auth.keys.publishable, authorization: `Bearer ${session.access_token}` },
    })

  const called = await filesCalledBy(read)

  const named = await filesOfWalk('Data read')
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((file) => !called.has(file))).toEqual([])
})

test('a sign-in by password calls every file of the server that its walk names', async () => {
  const auth = await startAuth()
  const email = newAddress()
  await addMember(auth, email)
  await signIn(auth, email)

  const called = await filesCalledBy(() => signIn(auth, email))

  const named = await filesOfWalk('Sign-in by password')
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((file) => !called.has(file))).toEqual([])
})

/** The server's files in one walk of the document, except maps: those are read at the start. */
async function filesOfWalk(heading: string): Promise<string[]> {
  const text = await readFile(DOCUMENT, 'utf8')
  const [, section = ''] = text.split(`### ${heading}\n`)
  const [walk = ''] = section.split('\n### ')

  const files = [...walk.matchAll(/^\d+\. `((?:platform|server)\/src\/[^`]+)`/gm)].map(
    ([, file = '']) => file,
  )

  return files.filter((file) => !file.endsWith('/routes.ts'))
}

/** The source files of which at least one function ran meanwhile. */
async function filesCalledBy(work: () => Promise<unknown>): Promise<Set<string>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const called = result.filter(({ functions }) =>
    functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
  )

  return new Set(called.flatMap(({ url }) => /(?:platform|server)\/src\/.+/.exec(url)?.[0] ?? []))
}
