// @vitest-environment happy-dom
import { openOperation } from '@app/sync/progress'
import type { Target } from '@app/sync/target'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PushPanel } from '#push/push-panel.tsx'
import {
  commitOf,
  control,
  filesOf,
  labelled,
  MEMBER,
  openPanel,
  press,
  seed,
  text,
} from './open-panel.tsx'

afterEach(() => {
  cleanup()
  setVisibility('visible')
})

const MINE = { 'a.txt': 'mine' }
/** A pull request is looked at every five seconds at first. */
const SPEED = 10

test('a push to a new branch opens a pull request, and shows what becomes of it', async () => {
  const { world, target } = await pushWithRequest({ title: 'Tides', body: 'High\nlow' })

  const card = await cardOf('Tides')
  await within(card).findByText('No checks so far.')
  within(card).getByText('No review so far.')
  within(card).getByText('mine/tides into main')
  expect(within(card).getByText('Open').tagName).toBe('SPAN')
  expect(await pullsOf(world, target)).toMatchObject([
    { title: 'Tides', body: 'High\nlow', draft: false, base: { ref: 'main' } },
  ])
  const number = await numberOf(world, target)
  await tell(target, 'check-runs', { ref: 'mine/tides', name: 'build' })
  await text('1 of 1 check is still running.')
  await tell(target, 'check-runs', { ref: 'mine/tides', name: 'build', conclusion: 'success' })
  await tell(target, `pulls/${number}/reviews`, { person: 'jonas-weber', state: 'APPROVED' })
  await text('1 check passed.')
  await text('Approved by jonas-weber.')
  expect(screen.getByRole('link', { name: `Show pull request ${number}` })).toHaveProperty(
    'href',
    expect.stringMatching(new RegExp(`/${target.name}/pull/${number}$`)),
  )
}, 60_000)

test('a title that is left empty is the first line of the commit message', async () => {
  const { world, target } = await pushWithRequest({ message: 'High water\n\nAnd low water' })

  await cardOf('High water')
  expect(await pullsOf(world, target)).toMatchObject([
    { title: 'High water', body: 'And low water' },
  ])
})

test('once it was merged, one action leads back to the base branch, with nothing to push', async () => {
  const { world, target } = await pushWithRequest({ title: 'Tides' })
  await cardOf('Tides')
  const number = await numberOf(world, target)
  await tell(target, `pulls/${number}/merge`, { person: 'jonas-weber', method: 'squash' })

  await text('It was squashed into one commit of main.')
  await press('Follow main again')
  await text('Merged: your project follows main again.')
  await press('Push again')
  await text(`This project goes to ${MEMBER}/${target.name}, main.`)
  await press('Look at the changes')

  await text('1 unchanged')
  expect(screen.queryByRole('button', { name: /^Push \d/ })).toBeNull()
  expect(await filesOf(world, target)).toEqual(MINE)
}, 60_000)

test('a later visit shows it for the branch, and follows it after the branch is gone', async () => {
  const { world: before, target } = await pushWithRequest({ title: 'Tides' })
  await cardOf('Tides')
  const number = await numberOf(before, target)
  await tell(target, `pulls/${number}/merge`, { person: 'jonas-weber', method: 'rebase' })
  const branch = { ...target, branch: 'mine/tides' }
  expect((await removeBranch(before, branch)).status).toBe(204)
  const base = before.bases.get(`${MEMBER}/${target.name} mine/tides`) ?? null
  cleanup()

  const world = await openPanel(<PushPanel />, MINE, { target: branch, base })
  const card = await cardOf('Tides')
  await within(card).findByText('Merged')
  await press('Follow main again')

  await text('Merged: your project follows main again.')
  await text(`This project goes to ${MEMBER}/${target.name}, main.`)
  expect(world.linked).toEqual([target])
  await press('Look at the changes')
  await text('1 unchanged')
})

test('a pull request that fails leaves the push done, and is opened by another try', async () => {
  const { world, target } = await pushWithRequest({ title: 'Tides' }, async ({ name }) => {
    const path = `/repos/${MEMBER}/${name}/pulls`
    await control('POST', 'faults', { method: 'POST', path, status: 503, times: 4 })
  })

  await text('The files are on GitHub. Only the pull request is not open yet.')
  await text('GitHub gave no answer about the pull request. Trying again opens one at most.')
  await text(/^Pushed 1 file to/)
  expect(world.pushes).toMatchObject([{ commit: expect.any(String), counts: { changed: 1 } }])
  await press('Try again')

  await cardOf('Tides')
  expect(await pullsOf(world, target)).toHaveLength(1)
  expect(world.stored).toBeNull()
}, 60_000)

test('where drafts are not part of the plan, it is offered without', async () => {
  const { world, target } = await pushWithRequest(
    { title: 'Tides', isDraft: true },
    async ({ name }) => {
      await control('PUT', `repositories/${MEMBER}/${name}`, { drafts: false })
    },
  )

  await text(`${MEMBER}/${target.name} takes no drafts. Open the pull request without draft.`)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await press('Open it without draft')

  await cardOf('Tides')
  expect(await pullsOf(world, target)).toMatchObject([{ draft: false }])
})

test.each(['before it was sent', 'after it was sent'])(
  'a page that is closed while it is opened, %s, opens one in the end',
  async (when) => {
    const { world, target } = await pushWithRequest({ title: 'Tides' }, async ({ name }) => {
      const path = `/repos/${MEMBER}/${name}/pulls`
      await control('POST', 'faults', { method: 'POST', path, latencyMs: 1500 })
    })
    await text('Opening the pull request...')
    await waitFor(() => expect(world.stored?.done).toBeTruthy())
    const isSent = when === 'after it was sent'
    const isRequest = ({ method, path }: { method: string; path: string }) =>
      method === 'POST' && path.endsWith('/pulls')
    if (isSent) await waitFor(() => expect(world.calls.some(isRequest)).toBe(true))
    const stored = structuredClone(world.stored)
    cleanup()
    if (isSent) {
      await waitFor(async () => expect(await pullsOf(world, target)).toHaveLength(1), {
        timeout: 5000,
      })
    }

    const branch = { ...target, branch: 'mine/tides' }
    const again = await openPanel(<PushPanel />, MINE, { target: branch, stored })

    await text(/^Pushed 1 file to/)
    await cardOf('Tides')
    expect(await pullsOf(world, target)).toHaveLength(1)
    expect(again.pushes).toEqual([])
    await waitFor(() => expect(again.stored).toBeNull())
  },
)

test('nothing is asked while the page is hidden', async () => {
  const { world, target } = await pushWithRequest({ title: 'Tides' })
  await text('No checks so far.')

  setVisibility('hidden')
  const before = world.calls.length
  await tell(target, 'check-runs', { ref: 'mine/tides', name: 'build' })
  await new Promise((resolve) => setTimeout(resolve, 6500 / SPEED))
  const hidden = world.calls.length - before
  setVisibility('visible')

  await text('1 of 1 check is still running.')
  expect(hidden).toBe(0)
}, 60_000)

test('a project that goes to main asks for no pull request', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const world = await openPanel(<PushPanel />, MINE, { target })

  await text(`This project goes to ${MEMBER}/${target.name}, main.`)
  await new Promise((resolve) => setTimeout(resolve, 300))

  expect(world.calls).toEqual([])
})

test('the form and the card read in Spanish', async () => {
  await pushWithRequest({ title: 'Mareas', language: 'es' })

  await text('Aún no hay comprobaciones.')
  await text('Abierto')
})

type Wish = {
  title?: string
  body?: string
  isDraft?: boolean
  message?: string
  language?: 'en' | 'es'
}

const WORDS = {
  en: {
    look: 'Look at the changes',
    branch: 'Push to a new branch',
    name: 'Name of the new branch',
    open: /^Open a pull request/,
    title: 'Title',
    body: 'Description',
    draft: /^As a draft/,
    message: 'Commit message',
    push: 'Push 1 file',
  },
  es: {
    look: 'Ver los cambios',
    branch: 'Hacer push a una rama nueva',
    name: 'Nombre de la rama nueva',
    open: /^Abrir un pull request/,
    title: 'Título',
    body: 'Descripción',
    draft: /^Como borrador/,
    message: 'Mensaje del commit',
    push: 'Hacer push de 1 archivo',
  },
}

/** A protected branch leads to one of its own, with a pull request. */
async function pushWithRequest(wish: Wish, arrange?: (target: Target) => Promise<void>) {
  const { language = 'en' } = wish
  const words = WORDS[language]
  const target = await seed([{ 'a.txt': '1' }])
  await control('PUT', `repositories/${MEMBER}/${target.name}`, {
    rules: [{ branch: 'main', kind: 'pull-request' }],
  })
  const base = { commit: await commitOf(target), differs: {} }
  const world = await openPanel(<PushPanel />, MINE, { target, base, language, speed: SPEED })
  await press(words.look)
  await press(words.push)
  await press(words.branch)
  fill(words.name, 'mine/tides')
  fireEvent.click(await labelled(words.open))
  if (wish.title) fill(words.title, wish.title)
  if (wish.body) fill(words.body, wish.body)
  if (wish.isDraft) fireEvent.click(screen.getByLabelText(words.draft))
  fireEvent.click(screen.getByRole('button', { name: words.look }))
  await text(/, mine\/tides\.$/, { selector: 'p' })
  if (wish.message) fill(words.message, wish.message)
  world.pushes.length = 0
  await arrange?.(target)
  await press(words.push)

  return { world, target }
}

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const cardOf = async (title: string) => {
  const heading = await screen.findByRole(
    'heading',
    { name: new RegExp(`^${title} #`) },
    { timeout: 10_000 },
  )
  const card = heading.closest('section')
  if (!card) throw new Error('no card')
  return card
}

type World = Awaited<ReturnType<typeof openPanel>>

const pullsOf = async ({ git }: Pick<World, 'git'>, { owner, name }: Target) =>
  (await (await git(`/repos/${owner}/${name}/pulls?state=all`)).json()) as { number: number }[]

const numberOf = async (world: World, target: Target) =>
  (await pullsOf(world, target))[0]?.number ?? 0

async function tell({ owner, name }: Target, path: string, body: unknown): Promise<void> {
  const reply = await control('POST', `repositories/${owner}/${name}/${path}`, body)
  if (!reply.ok) throw new Error(await reply.text())
}

/** As GitHub's button does it after a merge. */
const removeBranch = ({ host }: Pick<World, 'host'>, { owner, name, branch }: Target) =>
  host.call(openOperation({}), {
    method: 'DELETE',
    path: `/repos/${owner}/${name}/git/refs/heads/${branch}`,
  })

function setVisibility(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  document.dispatchEvent(new Event('visibilitychange'))
}
