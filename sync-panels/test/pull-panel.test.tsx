// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PushPanel } from '#push/push-panel.tsx'
import {
  commitOf,
  filesOf,
  MEMBER,
  meanwhile,
  openPanel,
  press,
  seed,
  text,
} from './open-panel.tsx'

afterEach(cleanup)

const START = { 'a.txt': '1', 'b.txt': '1', 'c.txt': '1' }

test('what somebody pushed comes into the project, and everything is in sync then', async () => {
  const { world, target } = await ahead(START, { 'a.txt': '2', 'b.txt': null, 'new.txt': 'n' })

  await press('Look at the changes')
  await text('GitHub has 3 changes on main that the project lacks.')
  await press('Bring changes back')
  await text('1 added, 1 changed, 1 deleted on GitHub')
  await press('Bring back 3 files')

  await text(new RegExp(`^3 files came from ${MEMBER}/${target.name}, main`))
  const head = await commitOf(target)
  expect(world.files).toEqual(await filesOf(world, target))
  expect(world.pulls).toEqual([
    { target, commit: head, counts: { added: 1, changed: 1, deleted: 1 } },
  ])
  expect([...world.bases.values()]).toEqual([{ commit: head, differs: {} }])
  expect(screen.queryByText(/changes of your own/)).toBeNull()
  await press('Look at the changes again')
  await text('Everything is already on GitHub.')
  expect(screen.queryByText('Bring changes back')).toBeNull()
})

test('what both changed waits for a choice; mine goes with the next push', async () => {
  const here = { ...START, 'a.txt': 'mine', 'b.txt': 'mine', 'own.txt': 'o' }
  const { world, target } = await ahead(here, { 'a.txt': 'theirs', 'b.txt': 'theirs' })

  await press('Look at the changes')
  await press('Bring changes back')
  await text('2 files changed here and on GitHub. Choose for each which one the project has.')
  await text('Choose a side for 2 files first.')
  expect(button('Bring back 0 files').disabled).toBe(true)
  await press("Keep GitHub's for all")
  const [mine] = await screen.findAllByRole('radio', { name: 'Keep mine' })
  fireEvent.click(mine as HTMLElement)
  await press('Bring back 1 file')

  await text(/^1 file came from/)
  expect(world.files).toEqual({ ...here, 'b.txt': 'theirs' })
  await text('The project also has changes of your own that are not on GitHub yet.')
  await press('Look at them and push')
  await text('1 added, 1 changed, 2 unchanged')
  await press('Push 2 files')
  await text(/^Pushed 2 files to/)
  expect(await filesOf(world, target)).toEqual(world.files)
})

test('an env file stays as it is until it is ticked', async () => {
  const here = { ...START, '.env': 'MINE=1' }
  const { world } = await ahead(here, { '.env': 'THEIRS=1', 'a.txt': '2' })

  await press('Look at the changes')
  await press('Bring changes back')
  const tick = await screen.findByRole('checkbox', { name: "Replace .env here with GitHub's" })
  expect((tick as HTMLInputElement).checked).toBe(false)
  await press('Bring back 1 file')

  await text(/^1 file came from/)
  expect(world.files).toEqual({ ...here, 'a.txt': '2' })
})

test('a project that changed meanwhile is compared again first', async () => {
  const { world } = await ahead(START, { 'a.txt': '2' })

  await press('Look at the changes')
  await press('Bring changes back')
  await text('1 changed on GitHub')
  world.changeProject({ ...START, 'a.txt': 'typed' })
  await text('The project has changed since. This review shows how it was.')

  expect(button('Bring back 1 file').disabled).toBe(true)
  await press('Look at the changes again')
  await text(/^1 file changed here and on GitHub/)
  expect(world.files['a.txt']).toBe('typed')
})

test('a place that cannot write offers a ZIP, and the base follows when it was imported', async () => {
  const here = { ...START, 'own.txt': 'o' }
  const { world, target } = await ahead(here, { 'a.txt': '2' }, { isZipOnly: true })
  const before = [...world.bases.values()]

  await press('Look at the changes')
  await press('Bring changes back')
  await press('Bring back 1 file')
  await text('Put the changes into bolt.new')
  expect(button('The project has the files now').disabled).toBe(true)
  await press('Download the ZIP')
  await waitFor(() => expect(button('The project has the files now').disabled).toBe(false))

  expect(world.offered).toEqual({ ...here, 'a.txt': '2' })
  expect([...world.bases.values()]).toEqual(before)
  await press('The project has the files now')
  await text(/^1 file came from/)
  expect([...world.bases.values()]).toEqual([{ commit: await commitOf(target), differs: {} }])
  expect(world.pulls).toHaveLength(1)
  await press('Look at them and push')
  await text('1 added, 3 unchanged')
  expect(screen.queryByText(/that the project lacks/)).toBeNull()
})

test('somebody pushes between the review and the pull: nothing comes before a new look', async () => {
  const { world, target } = await ahead(START, { 'a.txt': '2' })

  await press('Look at the changes')
  await press('Bring changes back')
  await meanwhile(target, { 'a.txt': '3', 'b.txt': '3' })
  await press('Bring back 1 file')

  await text('Somebody pushed to main meanwhile. Look at the changes again.')
  expect(world.files).toEqual(START)
  expect(world.pulls).toEqual([])
  await press('Look at the changes again')
  await text('GitHub has 2 changes on main that the project lacks.')
  await press('Bring changes back')
  await press('Bring back 2 files')
  await text(/^2 files came from/)
  expect(world.files).toEqual(await filesOf(world, target))
})

test('a pull that ended after it had written is settled by the next review', async () => {
  const { world, target } = await ahead({ ...START, 'a.txt': '2' }, { 'a.txt': '2' })

  await press('Look at the changes')
  await text('GitHub has newer commits on main, and the project has all that they changed.')
  await press('Mark as in sync')
  await text(/into the project$/)
  await press('Mark as in sync')

  await text(new RegExp(`^The project has everything from ${MEMBER}/${target.name}, main`))
  const commit = await commitOf(target)
  expect([...world.bases.values()]).toEqual([{ commit, differs: {} }])
  expect(world.pulls).toEqual([{ target, commit, counts: { added: 0, changed: 0, deleted: 0 } }])
  await press('Look at the changes again')
  await text('Everything is already on GitHub.')
  expect(screen.queryByText('Mark as in sync')).toBeNull()
})

test('a server that did not hear of it is told again', async () => {
  const { world } = await ahead(START, { 'a.txt': '2' })
  world.isServerDown = true

  await press('Look at the changes')
  await press('Bring changes back')
  await press('Bring back 1 file')
  await text(/we could not write that down/)
  expect(world.files['a.txt']).toBe('2')
  world.isServerDown = false
  await press('Try again')

  await waitFor(() => expect(screen.queryByText(/we could not write that down/)).toBeNull())
  expect(world.pulls).toHaveLength(1)
})

test('a branch that was deleted meanwhile is said, and another one can be chosen', async () => {
  const main = await seed([START])
  const target = { ...main, branch: 'side' }
  await meanwhile(target, { 'a.txt': '2' })
  const base = { commit: await commitOf(main), differs: {} }
  const world = await openPanel(<PushPanel />, START, { target, base })

  await press('Look at the changes')
  await press('Bring changes back')
  await screen.findByRole('button', { name: 'Bring back 1 file' })
  await world.git(`/repos/${MEMBER}/${target.name}/git/refs/heads/side`, 'DELETE')
  await press('Bring back 1 file')

  await text('The branch side is gone.')
  expect(world.files).toEqual(START)
  await press('Choose another repository')
  await screen.findByRole('button', { name: 'Look at the changes' })
})

test('a page for the pull begins with what comes, and says the direction that is shown', async () => {
  const directions: string[] = []
  const { world, target } = await ahead(START, { 'a.txt': '2' }, {}, (direction) =>
    directions.push(direction),
  )

  await text('1 changed on GitHub')
  expect(screen.queryByRole('button', { name: 'Back to the push' })).toBeNull()
  await press('Bring back 1 file')
  await text(/^1 file came from/)

  expect(directions.at(-1)).toBe('pull')
  expect(world.files).toEqual(await filesOf(world, target))
})

test('without a last sync the page for the pull proposes nothing', async () => {
  const target = await seed([START])
  await openPanel(<PushPanel isPull />, { ...START, 'own.txt': 'o' }, { target })

  await text(/^It was never noted what this project and main had in common/)
  expect(screen.queryByRole('button', { name: /^(Push|Bring back) / })).toBeNull()
})

test('the way back is said in Spanish too', async () => {
  await ahead(START, { 'a.txt': '2' }, { language: 'es' })

  await press('Ver los cambios')
  await press('Traer los cambios')

  await text('1 cambiado en GitHub')
})

/** A project that was pushed; then somebody else pushed. */
async function ahead(
  here: Record<string, string>,
  there: Record<string, string | null>,
  options: { isZipOnly?: boolean; language?: 'en' | 'es' } = {},
  onDirection: ((direction: 'push' | 'pull') => void) | null = null,
) {
  const target = await seed([START])
  const base = { commit: await commitOf(target), differs: {} }
  await meanwhile(target, there)
  const panel = onDirection ? <PushPanel isPull onDirection={onDirection} /> : <PushPanel />
  const world = await openPanel(panel, here, { target, base, ...options })

  return { world, target }
}

const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement
