import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { useImports } from './import-server.ts'

const imports = useImports({
  adjust: (config) => ({ ...config, secretSearchLimitMs: 1 }),
})

/** Takes longer to search than a timer of one millisecond needs. */
const LONG = Object.fromEntries(
  Array.from({ length: 8 }, (_, i) => [`long-${i}.txt`, `${i} ${'eyJ-'.repeat(200_000)}`]),
)

test('an import whose search does not end in time fails, and nothing is published', async () => {
  const { proMember, start, until, atGithub } = imports
  const { member, source } = await proMember(LONG)

  const { body } = await start(member, source)
  const row = await until(String(body.cloneId), 'failed', 'public', 'asking')

  expect(row).toMatchObject({ status: 'failed', error_code: 'search_failed', made_public_at: null })
  expect(await atGithub(row.clone_full_name)).toBe('missing')
})

test('an import whose thread dies fails, and nothing is published', async () => {
  const { proMember, start, until, atGithub } = imports
  const { member, source } = await proMember(LONG)
  const threads: Worker[] = []
  // The first one only measures the branch, before the answer.
  const end = (thread: Worker) => {
    if (threads.push(thread) > 1) void thread.terminate()
  }
  process.on('worker', end)
  onTestFinished(() => void process.off('worker', end))

  const { body } = await start(member, source)
  const row = await until(String(body.cloneId), 'failed', 'public', 'asking')

  expect(row).toMatchObject({ status: 'failed', error_code: 'server_stopped' })
  expect(await atGithub(row.clone_full_name)).toBe('missing')
})
