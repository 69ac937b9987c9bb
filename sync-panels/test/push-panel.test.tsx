// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PushPanel } from '#push/push-panel.tsx'
import {
  chooseNewRepository,
  commitOf,
  control,
  filesOf,
  labelled,
  MEMBER,
  meanwhile,
  ORGANISATION,
  OWNER_OF_ORGANISATION,
  openPanel,
  press,
  seed,
  text,
} from './open-panel.tsx'

afterEach(cleanup)

test('a first push says what it replaces and what stays, and waits for the tick', async () => {
  const target = await seed([{ 'a.txt': 'theirs', 'only.txt': 'there' }])
  const world = await openPanel(<PushPanel />, { 'a.txt': 'mine', 'b.txt': 'new' }, { target })

  const before = await commitOf(target)
  await press('Look at the changes')
  await text('1 added, 1 changed')
  await text(
    `This project was never pushed to ${MEMBER}/${target.name}. 1 file there will be replaced, 1 that only GitHub has will stay.`,
  )
  expect(button('Push 2 files').disabled).toBe(true)
  tick(`Yes, push to ${MEMBER}/${target.name}`)
  await press('Push 2 files')

  await text(/^Pushed 2 files to/)
  expect(await filesOf(world, target)).toEqual({
    'a.txt': 'mine',
    'b.txt': 'new',
    'only.txt': 'there',
  })
  expect(world.linked).toEqual([target])
  expect(world.pushes).toMatchObject([
    { target, before, counts: { added: 1, changed: 1 }, message: 'Update 2 files from bolt.new' },
  ])
})

test('a file that only GitHub has goes when its name is ticked', async () => {
  const target = await seed([{ 'a.txt': 'same', 'old.txt': 'there' }])
  const world = await openPanel(<PushPanel />, { 'a.txt': 'same', 'b.txt': 'new' }, { target })

  await press('Look at the changes')
  await unfold('Only on GitHub, stays')
  tick('Delete on GitHub too: old.txt')
  tick(/^Yes, push to/)
  await press('Push 2 files')

  await text(/^Pushed 2 files to/)
  expect(await filesOf(world, target)).toEqual({ 'a.txt': 'same', 'b.txt': 'new' })
})

test('undo brings back the commit before, and the next review proposes the changes again', async () => {
  const target = await seed([{ 'a.txt': '1', 'only.txt': 'there' }])
  const world = await openPanel(<PushPanel />, { 'a.txt': '2' }, { target })
  await press('Look at the changes')
  await text(/^This project was never pushed/)
  tick(/^Yes, push to/)
  await press('Push 1 file')

  await press('Undo')
  await text(/^Undone\. main is as it was before/)

  expect(await filesOf(world, target)).toEqual({ 'a.txt': '1', 'only.txt': 'there' })
  await press('Push again')
  await press('Look at the changes')
  await text('1 changed')
})

test('a secret and an env file stay here until they are ticked', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const key = `sk_live_${'aB3dE5gH7jK9'.repeat(2)}`
  const files = { 'a.txt': '1', 'pay.ts': `const key = '${key}'`, '.env': 'SECRET=1', 'b.txt': 'b' }
  const world = await openPanel(<PushPanel />, files, { target })

  await press('Look at the changes')
  await text(/^1 possible secret\. Left out unless you tick it/)
  await text('.env usually holds passwords. It stays here unless you tick it.')
  await text(
    /^Line 1: a key or token of Stripe, begins with sk_liv\. Revoke it at dashboard\.stripe/,
  )
  await unfold('Left out')
  await text('a possible secret')
  tick(/^Yes, push to/)
  await press('Push 1 file')
  await text(/^Pushed 1 file to/)
  expect(Object.keys(await filesOf(world, target))).toEqual(['a.txt', 'b.txt'])

  await press('Push again')
  await press('Look at the changes')
  await text(/^1 possible secret/)
  tick(/^Push pay\.ts all the same/)
  tick('Push .env')
  await press('Push 2 files')
  await text(/^Pushed 2 files to/)
  expect(Object.keys(await filesOf(world, target))).toEqual(['.env', 'a.txt', 'b.txt', 'pay.ts'])
})

test('what cannot be searched, and what is named after a key, stays here until it is ticked', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const archive = Uint8Array.from([0x50, 0x4b, 3, 4, 1, 2])
  const files = { 'a.txt': '1', 'old.zip': archive, id_rsa: 'x', 'b.txt': 'b' }
  const world = await openPanel(<PushPanel />, files, { target })

  await press('Look at the changes')
  await text(/^1 possible secret\. Left out/)
  await text('usually holds a private key')
  await text(/^1 file could not be searched for secrets\. It stays here/)
  await text('an archive: what is in it was not searched')
  await unfold('Left out')
  await text('not searched for secrets')
  tick(/^Yes, push to/)
  tick(/^Push old\.zip all the same/)
  await press('Push 2 files')
  await text(/^Pushed 2 files to/)

  expect(Object.keys(await filesOf(world, target))).toEqual(['a.txt', 'b.txt', 'old.zip'])
})

test('"not a secret" pushes the file, and is remembered for the project', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const key = `sk_live_${'aB3dE5gH7jK9'.repeat(2)}`
  const world = await openPanel(
    <PushPanel />,
    { 'a.txt': '1', 'pay.ts': `x = '${key}'` },
    { target },
  )
  await press('Look at the changes')

  await press('Not a secret: pay.ts, line 1')
  await text('Remembered for this project: not a secret.')
  tick(/^Yes, push to/)
  await press('Push 1 file')
  await text(/^Pushed 1 file to/)
  world.changeProject({ 'a.txt': '1', 'pay.ts': `\n\nx = '${key}' // moved` })
  await press('Push again')
  await press('Look at the changes')
  await text('1 changed, 1 unchanged')

  expect(screen.queryByText(/possible secret/)).toBeNull()
  expect(world.notSecrets.join()).not.toContain(key.slice(0, 6))
})

test('ten thousand findings are shown a few at a time', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const key = `sk_live_${'aB3dE5gH7jK9'.repeat(2)}\n`
  const many = Object.fromEntries(
    Array.from({ length: 220 }, (_, i) => [
      `keys-${String(i).padStart(3, '0')}.txt`,
      key.repeat(60),
    ]),
  )
  const world = await openPanel(<PushPanel />, { 'a.txt': '1', ...many }, { target })

  await press('Look at the changes')
  await text(/^[\d,]+ possible secrets\. Left out unless you tick them/)
  expect(screen.getAllByRole('checkbox', { name: /^Push keys-/ })).toHaveLength(50)
  await press('Show 50 more')
  expect(screen.getAllByRole('checkbox', { name: /^Push keys-/ })).toHaveLength(100)
  await text('10 more possible secrets in this file')
  await text(/the search stopped in keys-/)
  expect(world.calls.length).toBeLessThan(20)
})

test('what both changed is chosen file by file', async () => {
  const target = await seed([{ 'a.txt': '1', 'b.txt': '1' }])
  const base = { commit: await commitOf(target), differs: {} }
  await meanwhile(target, { 'a.txt': 'theirs', 'b.txt': 'theirs' })
  const world = await openPanel(
    <PushPanel />,
    { 'a.txt': 'mine', 'b.txt': 'mine' },
    { target, base },
  )

  await press('Look at the changes')
  await text(/^2 files changed here and on GitHub\. Choose for each/)
  choose('a.txt', 'Keep mine')
  expect(screen.queryByRole('button', { name: /^Push \d/ })).toHaveProperty('disabled', true)
  choose('b.txt', "Keep GitHub's")
  await press('Push 1 file')

  await text(/^Pushed 1 file to/)
  expect(await filesOf(world, target)).toEqual({ 'a.txt': 'mine', 'b.txt': 'theirs' })
})

test('what both changed can go to a branch of its own, from where they last agreed', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const commit = await commitOf(target)
  await meanwhile(target, { 'a.txt': 'theirs' })
  const base = { commit, differs: {} }
  const world = await openPanel(<PushPanel />, { 'a.txt': 'mine' }, { target, base })

  await press('Look at the changes')
  await text(/^1 file changed here and on GitHub/)
  await press('Push to a new branch')
  fireEvent.change(screen.getByLabelText('Name of the new branch'), {
    target: { value: 'mine/too' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Look at the changes' }))
  await press('Push 1 file')

  await text(/^Pushed 1 file to/)
  const branch = { ...target, branch: 'mine/too' }
  expect(await filesOf(world, branch)).toEqual({ 'a.txt': 'mine' })
  expect(await filesOf(world, target)).toEqual({ 'a.txt': 'theirs' })
  expect(screen.getByRole('link', { name: 'Open a pull request' })).toHaveProperty(
    'href',
    expect.stringMatching(/\/compare\/mine\/too\?expand=1$/),
  )
})

test('somebody pushes between review and push: what does not clash goes through', async () => {
  const target = await seed([{ 'a.txt': '1', 'b.txt': '1' }])
  const base = { commit: await commitOf(target), differs: {} }
  const world = await openPanel(<PushPanel />, { 'a.txt': 'mine', 'b.txt': '1' }, { target, base })
  await press('Look at the changes')
  await text('1 changed, 1 unchanged')

  await meanwhile(target, { 'b.txt': 'theirs' })
  await press('Push 1 file')

  await text(/^Pushed 1 file to/)
  expect(await filesOf(world, target)).toEqual({ 'a.txt': 'mine', 'b.txt': 'theirs' })
})

test('somebody pushes the same file meanwhile: the review is asked for again, ticks and message stay', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const base = { commit: await commitOf(target), differs: {} }
  const world = await openPanel(<PushPanel />, { 'a.txt': 'mine' }, { target, base })
  await press('Look at the changes')
  fireEvent.change(await labelled('Commit message'), { target: { value: 'Tides' } })

  await meanwhile(target, { 'a.txt': 'theirs' })
  await press('Push 1 file')

  await text('Somebody pushed to main meanwhile. Look at the changes again.')
  expect(world.pushes).toMatchObject([{ commit: null, errorCode: 'branch_moved' }])
  await press('Look at the changes again')
  await text(/^1 file changed here and on GitHub/)
  expect(screen.queryByText(/^Somebody pushed/)).toBeNull()
})

test('a protected branch offers another one first, and is tried only if a person says so', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const base = { commit: await commitOf(target), differs: {} }
  await control('PUT', `repositories/${MEMBER}/${target.name}`, {
    rules: [{ branch: target.branch, kind: 'pull-request' }],
  })
  const world = await openPanel(<PushPanel />, { 'a.txt': '2' }, { target, base })

  await press('Look at the changes')
  await text(/^main is protected: GitHub may take changes only by pull request/)
  expect(button('Push 1 file').disabled).toBe(true)
  await press('Push to a new branch')
  expect(screen.getByLabelText('Name of the new branch')).toHaveProperty(
    'value',
    expect.stringMatching(/^gitferry\/\d{4}-\d\d-\d\d-\d{4}$/),
  )
  fireEvent.change(screen.getByLabelText('Name of the new branch'), { target: { value: 'mine' } })
  fireEvent.click(screen.getByRole('button', { name: 'Look at the changes' }))
  await waitFor(() => expect(screen.queryByText(/^main is protected/)).toBeNull())
  expect(world.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  await press('Push 1 file')

  await text(/^Pushed 1 file to/)
  expect(await filesOf(world, { ...target, branch: 'mine' })).toEqual({ 'a.txt': '2' })
  expect(await commitOf(target)).toBe(base.commit)
})

test('whoever may push to a protected branch tries it; GitHub has the last word', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const base = { commit: await commitOf(target), differs: {} }
  const rule = { branch: target.branch, kind: 'pull-request' }
  const protect = (rules: object[]) =>
    control('PUT', `repositories/${MEMBER}/${target.name}`, { rules })
  await protect([rule])
  const world = await openPanel(<PushPanel />, { 'a.txt': '2' }, { target, base })
  await press('Look at the changes')
  fireEvent.click(await labelled('Push to main all the same. GitHub decides whether you may.'))

  await press('Push 1 file')
  await text('main takes changes only by pull request. Push to a new branch instead.')
  await text(/^Repository rule violations found/)
  expect(screen.getAllByRole('button', { name: 'Push to a new branch' })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await protect([])
  await press('Push 1 file')

  await text(/^Pushed 1 file to/)
  expect(await filesOf(world, target)).toEqual({ 'a.txt': '2' })
})

test('a repository is made only when the push begins, in the organisation that was chosen', async () => {
  const linked = { owner: ORGANISATION, name: 'gone', branch: 'main' }
  const files = { 'a.txt': '1', 'bin/run': '#!' }
  const world = await openPanel(<PushPanel />, files, {
    target: linked,
    login: OWNER_OF_ORGANISATION,
  })
  const name = `made-${process.pid}`

  await press('Change')
  await chooseNewRepository(name)
  await press('Look at the changes')
  await text('2 added')
  expect(world.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  await press('Push 2 files')

  await text(`Pushed 2 files to ${ORGANISATION}/${name}, main`)
  const target = { owner: ORGANISATION, name, branch: 'main' }
  expect(await filesOf(world, target)).toEqual({ 'a.txt': '1', 'bin/run': '#!' })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a push that fails after its repository was made goes on with that one', async () => {
  const world = await openPanel(<PushPanel />, { 'a.txt': '1' }, { speed: 8 })
  const name = `half-${process.pid}`
  // The engine tries four times before it gives up.
  const path = `/repos/${MEMBER}/${name}/branches/*`
  await control('POST', 'faults', { path, status: 503, times: 4 })
  await chooseNewRepository(name)
  await press('Look at the changes')
  await press('Push 1 file')

  await text('GitHub does not answer.')
  await press('Try again')

  await text(`Pushed 1 file to ${MEMBER}/${name}, main`)
  expect(world.calls.filter(({ path }) => path === '/user/repos')).toHaveLength(1)
})

test('lines and ticks per file are part of Pro, and open without a reload once bought', async () => {
  const target = await seed([{ 'a.txt': 'one\ntwo\n' }])
  const base = { commit: await commitOf(target), differs: {} }
  const world = await openPanel(<PushPanel />, { 'a.txt': 'one\n2\n' }, { target, base })
  await press('Look at the changes')

  await press(/a\.txt$/)
  await text('See every changed line before it leaves, and leave out what should stay.')
  await text('Part of Pro')
  expect(screen.queryByLabelText('Push a.txt')).toBeNull()
  await press('Bought already? Check again')
  await text(/^Your plan is Free/)
  world.plan.isPro = true
  await press('Bought already? Check again')

  await screen.findByRole('region', { name: 'Changes in a.txt' }, { timeout: 10_000 })
  tick('Push a.txt')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Push \d/ })).toBeNull())
})

test('without a connection there is one way on', async () => {
  await openPanel(<PushPanel />, { 'a.txt': '1' }, { isConnected: false })

  await text('Connect GitHub first.')
  expect(screen.getByRole('link', { name: 'Connect GitHub' })).toHaveProperty(
    'href',
    expect.stringMatching(/settings\?tab=github$/),
  )
})

test('a cancelled push changes nothing and keeps the review', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const base = { commit: await commitOf(target), differs: {} }
  const world = await openPanel(
    <PushPanel />,
    { 'a.txt': '2', 'p.bin': new Uint8Array([0, 1]) },
    { target, base },
  )
  await control('POST', 'faults', {
    path: `/repos/${MEMBER}/${target.name}/git/blobs`,
    latencyMs: 3000,
  })
  await press('Look at the changes')
  await press('Push 2 files')
  await press('Cancel')

  await text('Cancelled. Nothing was changed.')
  expect(await commitOf(target)).toBe(base.commit)
  expect(world.pushes).toEqual([])
  expect(button('Push 2 files').disabled).toBe(false)
})

test('a project that changes during the review is looked at again', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const base = { commit: await commitOf(target), differs: {} }
  const world = await openPanel(<PushPanel />, { 'a.txt': '2' }, { target, base })
  await press('Look at the changes')
  await text('1 changed')

  world.changeProject({ 'a.txt': '2', 'b.txt': '1' })
  await text(/^The project has changed since/)
  await press('Look at the changes again')

  await text('1 added, 1 changed')
})

test('a workflow file goes without a question where the app may change it', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  const base = { commit: await commitOf(target), differs: {} }
  const files = { 'a.txt': '1', '.github/workflows/ci.yml': 'on: push\n' }
  const world = await openPanel(<PushPanel />, files, { target, base })

  await press('Look at the changes')
  await press('Push 1 file')

  await text(/^Pushed 1 file to/)
  expect(await filesOf(world, target)).toEqual(files)
})

test('a repository that is not listed is opened to the app by its owner', async () => {
  await openPanel(<PushPanel />, { 'a.txt': '1' }, { target: null })

  const way = await text('Not listed? Give the app access')

  expect(way.getAttribute('href')).toBe(`/settings?tab=github&install=${MEMBER}`)
})

test('3 of 1,000 files changed: five requests as the page says before, and one per file to count its lines', async () => {
  const before = Object.fromEntries(
    Array.from({ length: 1000 }, (_, i) => [`src/file-${i}.ts`, `export const n = ${i}\n`]),
  )
  const target = await seed([before])
  const base = { commit: await commitOf(target), differs: {} }
  const after = { ...before, 'src/file-1.ts': 'x', 'src/file-2.ts': 'y', 'src/file-3.ts': 'z' }
  const world = await openPanel(<PushPanel />, after, { target, base })

  await press('Look at the changes')
  await text(/^5 requests to GitHub/)
  await press('Push 3 files')

  await text(/^Pushed 3 files to/)
  const counting = world.calls.filter(({ path }) => /git\/blobs\/\w+$/.test(path))
  expect(counting).toHaveLength(3)
  expect(world.calls).toHaveLength(5 + counting.length)
})

test('the review reads in Spanish', async () => {
  const target = await seed([{ 'a.txt': '1' }])
  await openPanel(<PushPanel />, { 'a.txt': '2' }, { target, language: 'es' })

  await press('Ver los cambios')

  await text('1 cambiado')
  await text(/^Este proyecto nunca se ha subido/)
})

const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement

const tick = (label: string | RegExp) => fireEvent.click(screen.getByLabelText(label))

const choose = (path: string, side: string) =>
  fireEvent.click(
    [...screen.getByRole('group', { name: path }).querySelectorAll('label')]
      .find(({ textContent }) => textContent === side)
      ?.querySelector('input') as HTMLInputElement,
  )

/** A page opens a group by itself; the tests' page has to be told. */
async function unfold(title: string) {
  const summary = (await text(title, { selector: 'summary' })).closest('details')
  if (summary) {
    summary.open = true
    fireEvent(summary, new Event('toggle'))
  }
}
