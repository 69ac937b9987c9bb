// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PushPanel } from '#push/push-panel.tsx'
import {
  chooseNewRepository,
  cloneOf,
  commitOf,
  control,
  MEMBER,
  openPanel,
  press,
  seed,
  text,
} from './open-panel.tsx'

afterEach(cleanup)

const SECRET = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
/** The second one is no text, so it is sent by itself. */
const FILES = { 'a.txt': '2', 'p.bin': '\0picture' }
/** The engine tries for some seconds before it calls itself offline. */
const OFFLINE = { speed: 8 }

test('offline before the comparison: it says so, and looks when it is asked again', async () => {
  const { world, target } = await linked(OFFLINE)
  world.isOnline = false
  await press('Look at the changes')
  await text('You are offline. Nothing was changed.')

  world.isOnline = true
  await press('Try again')
  await press('Push 2 files')

  await text(/^Pushed 2 files to/)
  expect(await cloneOf(target)).toEqual(FILES)
})

test('offline while files are sent: the branch stays, and what arrived is not sent again', async () => {
  const { world, target, base } = await linked(OFFLINE)
  await press('Look at the changes')
  await fault(target.name, { path: 'git/trees', latencyMs: 500 })
  await press('Push 2 files')
  await text(/^Sending 1 of 2/)
  world.isOnline = false

  await text('You are offline. Nothing was changed.')
  expect(await commitOf(target)).toBe(base.commit)
  world.isOnline = true
  await press('Try again')

  await text(/^Pushed 2 files to/)
  expect(await cloneOf(target)).toEqual(FILES)
  expect(world.calls.filter(({ path }) => path.endsWith('/git/blobs'))).toHaveLength(1)
})

test.each([
  ['en', 'does not have all files yet. Try again when you are online.'],
  ['es', 'todavía no tiene todos los archivos. Vuelve a intentarlo cuando tengas conexión.'],
] as const)(
  'offline after a repository was made: nobody reads that nothing was changed (%s)',
  async (language, words) => {
    const name = `offline-${language}-${process.pid}`
    const world = await openPanel(<PushPanel />, FILES, { language, ...OFFLINE })
    const end = await fault(name, { path: 'git/blobs', drop: 'before', times: null })
    const t = WORDS[language === 'es' ? 'es' : 'en']
    await chooseNewRepository(name, t)
    await press(t.look)
    await press(t.push)

    await text(`${t.offline} ${MEMBER}/${name} ${words}`)
    await end()
    await press(t.again)

    await text(t.pushed)
    expect(await cloneOf({ owner: MEMBER, name, branch: 'main' })).toEqual(FILES)
    expect(world.calls.filter(({ path }) => path === '/user/repos')).toHaveLength(1)
  },
)

test('offline just after the branch moved: the push may be there, and is not made twice', async () => {
  const { world, target, base } = await linked(OFFLINE)
  await press('Look at the changes')
  await fault(target.name, { method: 'PATCH', path: 'git/refs/heads/main', drop: 'after' })
  const end = await fault(target.name, {
    path: 'git/ref/heads/main',
    drop: 'before',
    times: null,
  })
  await press('Push 2 files')

  await text(
    "GitHub's answer did not arrive, so the push may be there already. Try again: nothing is pushed twice.",
  )
  const landed = await commitOf(target)
  expect(landed).not.toBe(base.commit)
  await end()
  await press('Try again')

  await text(/^Pushed 2 files to/)
  expect(await commitOf(target)).toBe(landed)
  expect(await cloneOf(target)).toEqual(FILES)
  expect(world.pushes.at(-1)).toMatchObject({ commit: landed, counts: { added: 1, changed: 1 } })
})

test('the connection ends in the middle: connected again, the push goes on with its answers', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const world = await openPanel(<PushPanel />, FILES, { target })
  await press('Look at the changes')
  fireEvent.click(await screen.findByLabelText(/^Yes, push to/))
  fireEvent.change(screen.getByLabelText('Commit message'), { target: { value: 'Tides' } })
  const end = await fault(target.name, { path: 'git/trees', status: 401, times: null })
  world.hasOtherToken = false
  await press('Push 2 files')

  await text('GitHub no longer accepts the connection. Connect again.')
  expect(screen.getByRole('link', { name: 'Connect again' })).toBeTruthy()
  await end()
  await press('Try again')

  await text(/^Pushed 2 files to/)
  expect(await cloneOf(target)).toEqual(FILES)
  expect(world.pushes.at(-1)).toMatchObject({ message: 'Tides' })
  expect(world.calls.filter(({ path }) => path.endsWith('/git/blobs'))).toHaveLength(1)
})

test.each([
  ['by the API', false],
  ['by a pack', true],
])(
  'a secret that GitHub refuses %s: its own words, and no other way around',
  async (_, isPacking) => {
    const files = { 'a.txt': '1', 'p.bin': `\0 ${SECRET}` }
    const { world, target, base } = await linked({ files, isPacking })
    await control('PUT', `repositories/${MEMBER}/${target.name}`, { pushProtection: true })
    await press('Look at the changes')
    fireEvent.click(await screen.findByLabelText(/^Push p\.bin all the same/))
    await press('Push 1 file')

    await text(
      'GitHub found a secret in p.bin and refused it. Take it out, then look at the changes again.',
    )
    const said = document.querySelector('[role=alert] .font-mono')?.textContent
    expect(said).toMatch(isPacking ? /GH013[\s\S]*PUSH PROTECTION/ : /secret/i)
    expect(await commitOf(target)).toBe(base.commit)
    const isByApi = ({ path }: { path: string }) => /git\/(blobs|trees|commits)$/.test(path)
    expect(world.calls.filter(isByApi)).toHaveLength(isPacking ? 0 : 1)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()

    world.changeProject({ 'a.txt': '1', 'p.bin': '\0 clean' })
    fireEvent.click(
      screen.getAllByRole('button', { name: 'Look at the changes again' })[0] as Element,
    )
    await press('Push 1 file')

    await text(/^Pushed 1 file to/)
    expect(await cloneOf(target)).toEqual({ 'a.txt': '1', 'p.bin': '\0 clean' })
  },
)

test.each([
  ['429 with a time', { status: 429, headers: { 'retry-after': '90' } }, /asks to wait [6-9]\d s/],
  ['429 without one', { status: 429 }, /asks to wait [4-6]\d s/],
  [
    'a secondary limit without one',
    { status: 403, body: { message: 'You have exceeded a secondary rate limit.' } },
    /asks to wait [4-6]\d s/,
  ],
])('%s: says when it goes on, and goes on', async (_, answer, words) => {
  const { target } = await linked({ speed: 50 })
  await press('Look at the changes')
  await fault(target.name, { path: 'git/trees', times: 1, ...answer })
  await press('Push 2 files')

  await text(words)
  await text(/^Pushed 2 files to/)
  expect(await cloneOf(target)).toEqual(FILES)
})

test('a limit for longer than somebody waits: the time, and a button that waits for it', async () => {
  const { target, base } = await linked({ speed: 600 })
  await press('Look at the changes')
  await fault(target.name, { path: 'git/trees', status: 429, headers: { 'retry-after': '900' } })
  await press('Push 2 files')

  await text(/^GitHub asks to wait until \d+:\d\d [AP]M\. What was uploaded is kept\.$/)
  const waiting = screen.getByRole('button', { name: /^Try again at \d+:\d\d/ })
  expect(waiting).toHaveProperty('disabled', true)
  expect(await commitOf(target)).toBe(base.commit)
  await press('Try again')

  await text(/^Pushed 2 files to/)
  expect(await cloneOf(target)).toEqual(FILES)
})

test('renamed between review and push: the new name is said, and the next look goes there', async () => {
  const { target } = await linked()
  await press('Look at the changes')
  await text(/^1 added, 1 changed/)
  const name = `${target.name}-renamed`
  await control('PUT', `repositories/${MEMBER}/${target.name}`, { name })
  await press('Push 2 files')

  await text(`${MEMBER}/${target.name} is now ${MEMBER}/${name}. Look at the changes again.`)
  await press('Look at the changes again')
  await text(`${MEMBER}/${target.name} is now ${MEMBER}/${name}. This push goes to the new name.`)
  await press('Push 2 files')

  await text(`Pushed 2 files to ${MEMBER}/${name}, main`)
  expect(await cloneOf({ ...target, name })).toEqual(FILES)
})

test('deleted between review and push: that it is gone is said, and another one is offered', async () => {
  const { target } = await linked()
  await press('Look at the changes')
  await text(/^1 added, 1 changed/)
  await control('DELETE', `repositories/${MEMBER}/${target.name}`)
  await press('Push 2 files')

  await text(`${MEMBER}/${target.name} does not exist, or Gitferry may not see it.`)
  await press('Choose another repository')
  await chooseNewRepository(target.name)
  await press('Look at the changes')
  await press('Push 2 files')

  await text(`Pushed 2 files to ${MEMBER}/${target.name}, main`)
  expect(await cloneOf(target)).toEqual(FILES)
})

test('archived between review and push: read-only is said, and after that it goes on', async () => {
  const { target, base } = await linked()
  await press('Look at the changes')
  await text(/^1 added, 1 changed/)
  await control('PUT', `repositories/${MEMBER}/${target.name}`, { archived: true })
  await press('Push 2 files')

  await text(`${MEMBER}/${target.name} is archived and read-only.`)
  expect(screen.getByRole('button', { name: 'Choose another repository' })).toBeTruthy()
  await control('PUT', `repositories/${MEMBER}/${target.name}`, { archived: false })
  expect(await commitOf(target)).toBe(base.commit)
  await press('Push 2 files')

  await text(/^Pushed 2 files to/)
  expect(await cloneOf(target)).toEqual(FILES)
})

type Linked = { files?: Record<string, string>; isPacking?: boolean; speed?: number }

/** A project that was pushed before, and has changed since. */
async function linked({ files = FILES, ...options }: Linked = {}) {
  const target = await seed([{ 'a.txt': '1' }])
  const base = { commit: await commitOf(target), differs: {} }
  const world = await openPanel(<PushPanel />, files, { target, base, ...options })

  return { world, target, base }
}

/** What happens to calls about this repository; returns how to end it. */
async function fault(name: string, { path, ...rest }: { path: string } & Record<string, unknown>) {
  const made = await control('POST', 'faults', {
    path: `/repos/${MEMBER}/${name}/${path}`,
    ...rest,
  })
  const { id } = (await made.json()) as { id: string }

  return () => control('DELETE', `faults/${id}`)
}

const WORDS = {
  en: {
    search: 'Search repositories',
    offer: (name: string) => `New repository ${name}, private`,
    look: 'Look at the changes',
    push: 'Push 2 files',
    offline: 'You are offline.',
    again: 'Try again',
    pushed: /^Pushed 2 files to/,
  },
  es: {
    search: 'Buscar repositorios',
    offer: (name: string) => `Repositorio nuevo ${name}, privado`,
    look: 'Ver los cambios',
    push: 'Hacer push de 2 archivos',
    offline: 'No tienes conexión.',
    again: 'Intentar de nuevo',
    pushed: /^Push de 2 archivos a/,
  },
}
