// @vitest-environment happy-dom
import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PushPanel } from '#push/push-panel.tsx'
import {
  chooseNewRepository,
  control,
  filesOf,
  labelled,
  MEMBER,
  openPanel,
  press,
  seed,
  text,
} from './open-panel.tsx'

afterEach(cleanup)

const FILES = { 'a.txt': '1', 'p.bin': new Uint8Array([0, 1]) }

/** A push to a new repository whose page is closed while a file is on its way. */
async function interrupted(name: string) {
  const world = await openPanel(<PushPanel />, FILES)
  const path = `/repos/${MEMBER}/${name}/git/blobs`
  await control('POST', 'faults', { path, latencyMs: 700 })
  await chooseNewRepository(name)
  await press('Look at the changes')
  await press('Push 2 files')
  await text(/^Sending/)
  const stored = structuredClone(world.stored)
  cleanup()

  return stored
}

test('a file that changed since the review is named, and nothing is pushed', async () => {
  const name = `changed-${process.pid}`
  const stored = await interrupted(name)

  await openPanel(<PushPanel />, { ...FILES, 'a.txt': '2' }, { stored })
  await press('Go on')

  await text('a.txt is no longer as it was reviewed. Look at the changes again.')
})

test('an interrupted push that is forgotten is not offered again', async () => {
  const stored = await interrupted(`forgotten-${process.pid}`)

  const world = await openPanel(<PushPanel />, FILES, { stored })
  await press('Forget it')

  await text('Not listed? Give the app access')
  await waitFor(() => expect(world.stored).toBeNull())
})

test('a push whose page was closed is offered, and goes on in the repository that it made', async () => {
  const name = `closed-${process.pid}`
  const stored = await interrupted(name)

  const world = await openPanel(<PushPanel />, FILES, { stored })
  await text(`A push to ${MEMBER}/${name}, main was interrupted. What was sent so far is kept.`)
  await press('Go on')

  await text(`Pushed 2 files to ${MEMBER}/${name}, main`)
  const target = { owner: MEMBER, name, branch: 'main' }
  expect(Object.keys(await filesOf(world, target))).toEqual(['a.txt', 'p.bin'])
  expect(world.calls.filter(({ path }) => path === '/user/repos')).toEqual([])
  expect(world.pushes).toMatchObject([{ target, counts: { added: 2 } }])
  expect(world.stored).toBeNull()
})

test('a push ends well in a browser that stores nothing', async () => {
  const target = await seed([{ 'a.txt': 'theirs' }])
  const world = await openPanel(<PushPanel />, FILES, { target, isStoreRefused: true })

  await press('Look at the changes')
  fireEvent.click(await labelled(/^Yes, push to/))
  await press('Push 2 files')

  await text(/^Pushed 2 files to/)
  expect(Object.keys(await filesOf(world, target))).toEqual(['a.txt', 'p.bin'])
  expect(world.pushes).toMatchObject([{ target, counts: { added: 1, changed: 1 } }])
})
