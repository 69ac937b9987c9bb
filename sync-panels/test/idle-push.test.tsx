// @vitest-environment happy-dom
import type { Target } from '@app/sync/target'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { PushPanel } from '#push/push-panel.tsx'
import type { IdleOutcome } from '#service/push-state.ts'
import { useSurroundings } from '#surroundings.tsx'
import {
  commitOf,
  control,
  countCommits,
  filesOf,
  openPanel,
  press,
  seed,
  text,
} from './open-panel.tsx'

afterEach(cleanup)

const BEFORE = { 'a.txt': '1' }
const FILES = { 'a.txt': '2', 'p.bin': new Uint8Array([0, 1]) }

test('an idle push whose page dies while a file is on its way goes on, as one commit', async () => {
  const { target, base, stored } = await diedAt('POST', 'git/blobs')

  const world = await openPanel(<IdlePush />, FILES, { target, base, stored })
  await press('Push now')

  await text('pushed 2 main')
  expect(Object.keys(await filesOf(world, target))).toEqual(['a.txt', 'p.bin'])
  expect(await countCommits(target)).toBe(2)
  expect(world.pushes).toMatchObject([{ target, counts: { added: 1, changed: 1 } }])
  expect(world.linked).toEqual([])
  expect(world.stored).toBeNull()
})

test('an idle push whose page dies while the branch moves is found there, and not made again', async () => {
  const { target, base, stored } = await diedAt('PATCH', 'git/refs/heads/main')
  await waitFor(async () => expect(await countCommits(target)).toBe(2), { timeout: 5000 })
  const landed = await commitOf(target)

  const world = await openPanel(<IdlePush />, FILES, { target, base, stored })
  await press('Push now')

  await text('pushed 2 main')
  expect(await commitOf(target)).toBe(landed)
  expect(world.pushes).toMatchObject([{ commit: landed }])
  expect(world.bases.get(`${target.owner}/${target.name} main`)).toMatchObject({ commit: landed })
})

test('an idle push that died goes as the project is now', async () => {
  const { target, base, stored } = await diedAt('POST', 'git/blobs')

  const world = await openPanel(<IdlePush />, { 'a.txt': '3' }, { target, base, stored })
  await press('Push now')

  await text('pushed 1 main')
  expect(await filesOf(world, target)).toEqual({ 'a.txt': '3' })
  expect(await countCommits(target)).toBe(2)
  expect(world.pushes).toHaveLength(1)
})

test('an idle push that died is no question for a person; their own waits for them', async () => {
  const { target, base, stored } = await diedAt('POST', 'git/blobs')

  await openPanel(<PushPanel />, FILES, { target, base, stored })
  await screen.findByRole('button', { name: 'Look at the changes' }, { timeout: 10_000 })
  expect(screen.queryByText(/was interrupted/)).toBeNull()
  cleanup()

  const byHand = stored && { ...stored, isAutomatic: false }
  const world = await openPanel(<IdlePush />, FILES, { target, base, stored: byHand })
  await press('Push now')
  await text('waiting interrupted')
  expect(await countCommits(target)).toBe(1)
  expect(world.stored).toEqual(byHand)
})

test('an idle push waits for a push by hand, and finds nothing more to do', async () => {
  const { target, base } = await linked()
  const path = `/repos/${target.owner}/${target.name}/git/blobs`
  await control('POST', 'faults', { path, latencyMs: 700 })
  const both = (
    <>
      <PushPanel />
      <IdlePush />
    </>
  )
  const world = await openPanel(both, FILES, { target, base })
  await press('Look at the changes')
  await press('Push 2 files')
  await text(/^Sending/)

  await press('Push now')

  await text(/^Pushed 2 files to/)
  await text('nothing')
  expect(await countCommits(target)).toBe(2)
  expect(world.pushes).toHaveLength(1)
})

test('an idle push to its own branch leaves the link of the project as it is', async () => {
  const { target, base } = await linked()

  const world = await openPanel(<IdlePush branch="own" />, FILES, { target, base })
  await press('Push now')

  await text('pushed 2 gitferry/auto')
  expect(await countCommits(target)).toBe(1)
  expect(world.linked).toEqual([])
  expect(world.pushes).toMatchObject([{ target: { branch: 'gitferry/auto' } }])
})

/** A repository that the project was pushed to before. */
async function linked() {
  const target = await seed([BEFORE])

  return { target, base: { commit: await commitOf(target), differs: {} } }
}

/** An idle push whose page is closed while one call of it is on its way. */
async function diedAt(method: string, call: string) {
  const { target, base } = await linked()
  const path = `/repos/${target.owner}/${target.name}/${call}`
  await control('POST', 'faults', { method, path, latencyMs: 700 })
  const world = await openPanel(<IdlePush />, FILES, { target, base })
  await press('Push now')
  await waitFor(() => expect(world.calls).toContainEqual({ method, path }), { timeout: 5000 })
  const stored = structuredClone(world.stored)
  cleanup()

  return { target, base, stored }
}

/** The automatic push without its clock. */
function IdlePush({ branch = 'linked' }: { branch?: 'linked' | 'own' }) {
  const { project, pushing } = useSurroundings()
  const [outcome, setOutcome] = useState<IdleOutcome | null>(null)
  // A page that is closed hears of no outcome.
  const pushNow = (target: Target) => pushing.pushIdle(target, branch).then(setOutcome, () => {})

  return (
    <>
      <button type="button" onClick={() => project.target && void pushNow(project.target)}>
        Push now
      </button>
      {outcome && <p>{lineOf(outcome)}</p>}
    </>
  )
}

function lineOf(outcome: IdleOutcome): string {
  switch (outcome.kind) {
    case 'pushed':
      return `pushed ${outcome.files} ${outcome.target.branch}`
    case 'waiting':
      return `waiting ${outcome.reasons.join()}`
    case 'failed':
      return `failed ${outcome.error.code}`
    case 'nothing':
      return 'nothing'
  }
}
